import { z } from 'zod';
import type { JsonObject } from '@heddle/model';

const messageSchema = z.looseObject({
  role: z.string(),
  content: z
    .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() })), z.null()])
    .optional(),
  tool_calls: z.array(z.unknown()).optional(),
});

/** The part of a chat completion request that the scripted model reads. */
export const chatBodySchema = z.looseObject({
  model: z.string().default('scripted'),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().default(false),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ schema: z.custom<JsonObject>().optional() }).optional(),
    })
    .nullish(),
  tools: z
    .array(
      z.looseObject({
        function: z
          .looseObject({ name: z.string(), parameters: z.custom<JsonObject>().optional() })
          .optional(),
      }),
    )
    .nullish(),
  tool_choice: z
    .union([z.string(), z.looseObject({ function: z.looseObject({ name: z.string() }).optional() })])
    .nullish(),
});
/** See {@link chatBodySchema}. */
export type ChatBody = z.infer<typeof chatBodySchema>;
/** A message of a {@link ChatBody}. */
export type ChatBodyMessage = z.infer<typeof messageSchema>;

/** The text of a message; images and other parts are left out. */
export function messageText({ content }: ChatBodyMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}
