import type { ChatRequest } from '@heddle/engine';
import { isJsonObject, type JsonObject } from '@heddle/model';
import { instructed, messagesWithFormat } from '../message-text';
import type { ProviderCall } from '../model-protocol';
import { fittedParams } from '../model-params';
import { turnsOf } from './turns';

function formatParams({ responseFormat }: ChatRequest, { traits: { chat } }: ProviderCall): JsonObject {
  if (responseFormat === undefined || !chat.json_object) return {};
  const isSchema = responseFormat.type === 'json_schema' && chat.json_schema;
  return {
    responseMimeType: 'application/json',
    ...(isSchema ? { responseJsonSchema: responseFormat.schema } : {}),
  };
}

function generationConfig(request: ChatRequest, call: ProviderCall): JsonObject {
  const { maxTokens, seed, stop = [], temperature, topP } = request;
  const limit = maxTokens ?? call.traits.chat.max_tokens;
  const params = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(limit === null ? {} : { maxOutputTokens: limit }),
    ...(stop.length === 0 ? {} : { stopSequences: [...stop] }),
    ...(seed === undefined ? {} : { seed }),
    ...formatParams(request, call),
  };
  return fittedParams(params, call.traits.chat, call.target.model);
}

function toolParams({ toolChoice, tools = [] }: ChatRequest): JsonObject {
  if (tools.length === 0) return {};
  const functionDeclarations = tools.map(({ description, name, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }));
  return {
    tools: [{ functionDeclarations }],
    ...(toolChoice === undefined
      ? {}
      : {
          toolConfig: {
            functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [toolChoice.name] },
          },
        }),
  };
}

/** Says a request in the words of the protocol. */
export function chatBody(request: ChatRequest, call: ProviderCall): JsonObject {
  const { messages, system } = instructed(messagesWithFormat(request, call.traits.chat));
  const given = call.params['generationConfig'];
  const config = { ...(isJsonObject(given) ? given : {}), ...generationConfig(request, call) };
  return {
    ...call.traits.chat.body,
    ...call.params,
    ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    contents: turnsOf(messages),
    ...toolParams(request),
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
  };
}
