import type { JsonObject } from '@heddle/model';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { directedFault, type FailureCounts } from './directed-faults';
import { parseDirectives, withoutDirectives } from './directives';
import { embedText } from './embedding';
import { refuse, sendWhole, type ReceivedCall } from './serve-chat';
import { countTokens } from './text-pieces';

/** What the routes for vectors and orders of texts need of the server around them. */
export interface VectorSettings {
  readonly dimensions: number;
  readonly failures: FailureCounts;
}

interface Reading {
  /** Its directives say how the answer goes wrong. */
  readonly steering: string;
  readonly answer: JsonObject;
}

const openAiSchema = z.looseObject({
  model: z.string().default('scripted-embedding'),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
  dimensions: z.int().positive().optional(),
  encoding_format: z.enum(['float', 'base64']).default('float'),
});

const geminiText = z.looseObject({
  content: z.looseObject({ parts: z.array(z.looseObject({ text: z.string() })).min(1) }),
  outputDimensionality: z.int().positive().optional(),
});
const geminiSchema = z.union([z.looseObject({ requests: z.array(geminiText).min(1) }), geminiText]);

const rerankSchema = z.looseObject({
  model: z.string(),
  query: z.string(),
  documents: z
    .array(z.union([z.string(), z.looseObject({ text: z.string() }).transform(({ text }) => text)]))
    .min(1),
  top_n: z.int().positive().optional(),
  return_documents: z.boolean().default(false),
});

const encoded = (vector: Float32Array, format: 'float' | 'base64'): string | number[] =>
  format === 'float' ? [...vector] : Buffer.from(vector.buffer).toString('base64');

const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + countTokens(text), 0);

function openAiVectors(body: unknown, { dimensions }: VectorSettings): Reading {
  const data = openAiSchema.parse(body);
  const texts = [data.input].flat();
  const tokens = tokensOf(texts);
  return {
    steering: texts[0] ?? '',
    answer: {
      object: 'list',
      model: data.model,
      data: texts.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: encoded(
          embedText(withoutDirectives(text), data.dimensions ?? dimensions),
          data.encoding_format,
        ),
      })),
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    },
  };
}

function geminiVectors(body: unknown, { dimensions }: VectorSettings): Reading {
  const data = geminiSchema.parse(body);
  const requests = 'requests' in data ? data.requests : [data];
  const embeddings = (requests as z.infer<typeof geminiText>[]).map((request) => {
    const text = request.content.parts.map((part) => part.text).join('');
    return {
      text,
      values: [...embedText(withoutDirectives(text), request.outputDimensionality ?? dimensions)],
    };
  });
  const [first] = embeddings;
  const answer =
    'requests' in data
      ? { embeddings: embeddings.map(({ values }) => ({ values })) }
      : { embedding: { values: first?.values ?? [] } };
  return { steering: first?.text ?? '', answer };
}

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Ranks by shared words, in the shape of Jina or of Cohere, which differ in how they count what was used. */
const rerank =
  (shape: 'jina' | 'cohere') =>
  (body: unknown, { dimensions }: VectorSettings): Reading => {
    const { documents, model, query, return_documents: isWithText, top_n: most } = rerankSchema.parse(body);
    const wanted = embedText(withoutDirectives(query), dimensions);
    const results = documents
      .map((text, index) => ({
        index,
        relevance_score: Math.max(0, cosine(wanted, embedText(text, dimensions))),
        ...(isWithText ? { document: { text } } : {}),
      }))
      .sort((a, b) => b.relevance_score - a.relevance_score)
      .slice(0, most ?? documents.length);
    const total_tokens = tokensOf([query, ...documents]);
    const counted =
      shape === 'jina'
        ? { model, usage: { total_tokens } }
        : { id: 'rerank-scripted', meta: { billed_units: { search_units: 1 } } };
    return { steering: query, answer: { ...counted, results } };
  };

/** Reads requests for vectors and orders of texts, by route. */
export const VECTOR_READERS = {
  openai: openAiVectors,
  gemini: geminiVectors,
  jina: rerank('jina'),
  cohere: rerank('cohere'),
} as const;

/** Answers a request for vectors, or for an order of texts. */
export function serveVectors(
  response: ServerResponse,
  call: ReceivedCall,
  { read, settings }: { read: (typeof VECTOR_READERS)['openai']; settings: VectorSettings },
): void {
  try {
    const { answer, steering } = read(call.body, settings);
    const fault = directedFault(parseDirectives(steering), settings.failures);
    sendWhole(response, call, { answer, fault });
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    refuse(response, call, { status: 400, message: error.message });
  }
}
