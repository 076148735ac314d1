import type { Json, JsonObject, Usage } from '@heddle/model';

/** A part of a message: text, or an image by URL or data URL. */
export type ChatContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly url: string; readonly detail?: 'low' | 'high' };

/** A call of a tool that the model asks for; `arguments` is the JSON text as the model wrote it. */
export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** Opaque; providers that think before they call want it back with the call. */
  readonly signature?: string;
}

/** One message of a conversation with a model. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly ChatContentPart[];
  readonly toolCalls?: readonly ChatToolCall[];
  /** For role `tool`: which call this answers. */
  readonly toolCallId?: string;
}

/** A function that the model may call. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** Which model a node asks for; all absent means the workspace's default. */
export interface ModelChoice {
  readonly modelInstanceId?: string;
  readonly model?: string;
}

/** A request to a chat model. */
export interface ChatRequest extends ModelChoice {
  readonly workspaceId: string;
  readonly messages: readonly ChatMessage[];
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly responseFormat?:
    { readonly type: 'json_object' } | { readonly type: 'json_schema'; readonly schema: JsonObject };
  readonly tools?: readonly ChatTool[];
  /** The tool that the model has to call; without it the model decides. */
  readonly toolChoice?: { readonly name: string };
}

/** What a chat model sends back, piece by piece; `done` comes last and once. */
export type ChatChunk =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ChatToolCall }
  | {
      readonly type: 'done';
      readonly finishReason: string;
      readonly usage: Usage;
      readonly model: string;
      readonly extra?: Json;
    };

/** Talks to chat models. */
export interface ChatPort {
  /**
   * Streams an answer. Ends early without a throw when the signal aborts.
   * @throws MODEL_NOT_CONFIGURED, PROVIDER_AUTH_FAILED, UPSTREAM_ERROR, UPSTREAM_TRUNCATED, RATE_LIMITED, CONTEXT_TOO_LONG
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatChunk>;
}
