import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { embedText } from './embedding';
import { sendJson } from './send-answer';
import { countTokens } from './text-pieces';

const bodySchema = z.looseObject({
  model: z.string().default('scripted-embedding'),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
  dimensions: z.number().int().positive().optional(),
  encoding_format: z.enum(['float', 'base64']).default('float'),
});

const encoded = (vector: Float32Array, format: 'float' | 'base64'): string | number[] =>
  format === 'float' ? [...vector] : Buffer.from(vector.buffer).toString('base64');

/** Answers `POST /v1/embeddings`; the same text always has the same vector. */
export function handleEmbeddings(response: ServerResponse, body: unknown, dimensions: number): void {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) {
    sendJson(response, 400, { error: { message: parsed.error.message, type: 'invalid_request_error' } });
    return;
  }
  const { data } = parsed;
  const texts = [data.input].flat();
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  sendJson(response, 200, {
    object: 'list',
    model: data.model,
    data: texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: encoded(embedText(text, data.dimensions ?? dimensions), data.encoding_format),
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}
