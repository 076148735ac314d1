import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { z } from 'zod';
import { chatBodySchema, type ChatBody } from '../chat-body';

const json = z.custom<JsonObject>(isJsonObject);
const part = z.looseObject({
  text: z.string().optional(),
  functionCall: z.looseObject({ name: z.string() }).optional(),
  functionResponse: z.looseObject({ name: z.string(), response: json }).optional(),
});
const content = z.looseObject({
  role: z.enum(['user', 'model']).default('user'),
  parts: z.array(part).min(1),
});

const schema = z.looseObject({
  contents: z.array(content).min(1),
  systemInstruction: z.looseObject({ parts: z.array(part) }).optional(),
  generationConfig: z
    .looseObject({
      maxOutputTokens: z.number().optional(),
      stopSequences: z.array(z.string()).optional(),
      responseMimeType: z.string().optional(),
      responseJsonSchema: json.optional(),
    })
    .default({}),
  tools: z
    .array(
      z.looseObject({
        functionDeclarations: z.array(
          z.looseObject({ name: z.string(), parametersJsonSchema: json.optional() }),
        ),
      }),
    )
    .default([]),
  toolConfig: z
    .looseObject({
      functionCallingConfig: z.looseObject({
        mode: z.string(),
        allowedFunctionNames: z.array(z.string()).optional(),
      }),
    })
    .optional(),
});

type Request = z.infer<typeof schema>;

const textOf = (parts: readonly z.infer<typeof part>[]): string =>
  parts.map(({ text }) => text ?? '').join('');

function messagesOf({ parts, role }: Request['contents'][number]): Json[] {
  const results = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
  const text = textOf(parts);
  const said = {
    role: role === 'model' ? 'assistant' : 'user',
    content: text,
    ...(calls.length > 0 ? { tool_calls: calls.map(({ name }) => ({ name })) } : {}),
  };
  return [
    ...results.map(({ response }) => ({
      role: 'tool',
      content: typeof response['result'] === 'string' ? response['result'] : JSON.stringify(response),
    })),
    ...(text === '' && results.length > 0 ? [] : [said]),
  ];
}

function formatOf({ responseJsonSchema, responseMimeType }: Request['generationConfig']): JsonObject {
  if (responseMimeType !== 'application/json') return {};
  return responseJsonSchema
    ? { response_format: { type: 'json_schema', json_schema: { schema: responseJsonSchema } } }
    : { response_format: { type: 'json_object' } };
}

function toolsOf({ toolConfig, tools }: Request): JsonObject {
  const functions = tools.flatMap(({ functionDeclarations }) => functionDeclarations);
  const demanded = toolConfig?.functionCallingConfig.allowedFunctionNames?.[0];
  return {
    tools: functions.map(({ name, parametersJsonSchema }) => ({
      function: { name, parameters: parametersJsonSchema ?? {} },
    })),
    ...(demanded === undefined ? {} : { tool_choice: { function: { name: demanded } } }),
  };
}

/** Reads a request to Gemini as the conversation that the scripted model understands. */
export function readContentsBody(body: unknown, model: string): ChatBody {
  const request = schema.parse(body);
  const { contents, generationConfig, systemInstruction } = request;
  const { maxOutputTokens, stopSequences } = generationConfig;
  return chatBodySchema.parse({
    model,
    messages: [
      ...(systemInstruction ? [{ role: 'system', content: textOf(systemInstruction.parts) }] : []),
      ...contents.flatMap(messagesOf),
    ],
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(stopSequences ? { stop: stopSequences } : {}),
    ...formatOf(generationConfig),
    ...toolsOf(request),
  });
}
