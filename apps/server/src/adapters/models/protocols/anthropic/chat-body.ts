import type { ChatRequest } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { instructed, messagesWithFormat } from '../message-text';
import type { ProviderCall } from '../model-protocol';
import { fittedParams } from '../model-params';
import { turnsOf } from './turns';

/** The tool whose arguments are the answer, when an answer has to keep to a schema. */
const ANSWER_TOOL = 'answer';

type Format = { readonly type: 'json_schema'; readonly schema: JsonObject };

/** A schema is kept to best as that of a tool; thinking and other tools leave no room for that. */
function answerFormat(
  { responseFormat, toolChoice, tools = [] }: ChatRequest,
  call: ProviderCall,
): Format | undefined {
  const isFree = tools.length === 0 && toolChoice === undefined && call.params['thinking'] === undefined;
  return isFree && responseFormat?.type === 'json_schema' ? responseFormat : undefined;
}

function toolParams({ toolChoice, tools = [] }: ChatRequest, format: Format | undefined): JsonObject {
  if (format) {
    const description = 'Gives the answer.';
    return {
      tools: [{ name: ANSWER_TOOL, description, input_schema: format.schema }],
      tool_choice: { type: 'tool', name: ANSWER_TOOL },
    };
  }
  return {
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ description, name, parameters }) => ({
            name,
            description,
            input_schema: parameters,
          })),
        }),
    ...(toolChoice === undefined ? {} : { tool_choice: { type: 'tool', name: toolChoice.name } }),
  };
}

function limits(
  { maxTokens, stop = [], temperature, topP }: ChatRequest,
  { target, traits }: ProviderCall,
): JsonObject {
  return {
    max_tokens: maxTokens ?? target.capabilities.max_output ?? traits.chat.max_tokens ?? 4_096,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(stop.length === 0 ? {} : { stop_sequences: [...stop] }),
  };
}

/** Says a request in the words of the protocol, and whether its answer comes as the arguments of a tool. */
export function chatBody(
  request: ChatRequest,
  call: ProviderCall,
): { body: JsonObject; answersByTool: boolean } {
  const format = answerFormat(request, call);
  const { messages, system } = instructed(
    messagesWithFormat(request, {
      json_schema: format !== undefined,
      json_object: false,
    }),
  );
  const params = fittedParams(
    { ...limits(request, call), ...toolParams(request, format) },
    call.traits.chat,
    call.target.model,
  );
  const body = {
    ...call.traits.chat.body,
    ...call.params,
    ...params,
    model: call.target.model,
    ...(system === '' ? {} : { system }),
    messages: turnsOf(messages),
    stream: true,
  };
  return { body, answersByTool: format !== undefined };
}
