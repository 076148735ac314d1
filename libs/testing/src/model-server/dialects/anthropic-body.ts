import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { z } from 'zod';
import { chatBodySchema, type ChatBody } from '../chat-body';

const block = z.looseObject({ type: z.string(), text: z.string().optional() });

const schema = z.looseObject({
  model: z.string(),
  max_tokens: z.int().min(1),
  system: z.union([z.string(), z.array(block)]).optional(),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string(), z.array(block).min(1)]),
      }),
    )
    .min(1),
  stream: z.boolean().default(false),
  stop_sequences: z.array(z.string()).optional(),
  tools: z
    .array(z.looseObject({ name: z.string(), input_schema: z.custom<JsonObject>(isJsonObject) }))
    .optional(),
  tool_choice: z.looseObject({ type: z.string(), name: z.string().optional() }).optional(),
});

type Message = z.infer<typeof schema>['messages'][number];
type Blocks = readonly z.infer<typeof block>[];

const blocksOf = (content: string | Blocks): Blocks =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

const textOf = (blocks: Blocks): string =>
  blocks.map(({ text, type }) => (type === 'text' ? (text ?? '') : '')).join('');

/** Results of tools are a user's words here and messages of their own in the conversation that the model reads. */
function messagesOf({ content, role }: Message): Json[] {
  const blocks = blocksOf(content);
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const calls = blocks.filter(({ type }) => type === 'tool_use');
  const text = textOf(blocks);
  const said =
    text === '' && results.length > 0
      ? []
      : [
          {
            role,
            content: text,
            ...(calls.length > 0 ? { tool_calls: calls.map(({ id }) => ({ id: String(id) })) } : {}),
          },
        ];
  return [
    ...results.map((result) => ({
      role: 'tool',
      content: textOf(blocksOf(result['content'] as string | Blocks)),
    })),
    ...said,
  ];
}

/** Reads a request to Anthropic's Messages as the conversation that the scripted model understands. */
export function readMessagesBody(body: unknown): ChatBody {
  const { max_tokens, messages, model, stop_sequences, stream, system, tool_choice, tools } =
    schema.parse(body);
  const choice =
    tool_choice?.type === 'tool' ? { type: 'function', function: { name: tool_choice.name } } : undefined;
  return chatBodySchema.parse({
    model,
    stream,
    max_tokens,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: textOf(blocksOf(system)) }]),
      ...messages.flatMap(messagesOf),
    ],
    ...(stop_sequences ? { stop: stop_sequences } : {}),
    ...(choice ? { tool_choice: choice } : {}),
    ...(tools
      ? { tools: tools.map(({ input_schema, name }) => ({ function: { name, parameters: input_schema } })) }
      : {}),
  });
}
