import type { Json } from '@heddle/model';

/** A tool call that the scripted model makes; a text as arguments is sent as it is, well-formed or not. */
export interface ModelToolCall {
  readonly name: string;
  readonly arguments: Json;
}

/** How an answer goes wrong. `afterChunks` counts pieces of content. */
export type ModelFault =
  /** Refuses the request. `message` may hold `{{key}}`, filled with the bearer token that was sent. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly message?: string;
      readonly code?: string;
      /** Seconds, or whatever text the header shall carry. */
      readonly retryAfter?: string;
    }
  /** Cuts the connection. */
  | { readonly kind: 'drop'; readonly afterChunks: number }
  /** Ends the stream in an orderly way, but in the middle. */
  | { readonly kind: 'end_early'; readonly afterChunks: number }
  /** Keeps the connection open and says nothing more; with -1 not even the headers. */
  | { readonly kind: 'hang'; readonly afterChunks: number }
  /** Reports an error inside a response of status 200. */
  | { readonly kind: 'error_in_200'; readonly afterChunks: number; readonly message?: string }
  /** Sends an event that is no JSON. */
  | { readonly kind: 'malformed'; readonly afterChunks: number }
  /** Answers with a web page, as a wrong address or a proxy does. */
  | { readonly kind: 'html' }
  /** Leaves the finish reason empty. */
  | { readonly kind: 'no_finish' }
  /** Leaves out the usage although asked for it. */
  | { readonly kind: 'no_usage' };

/** What the scripted model answers; what is not said is left to directives and defaults. */
export interface ModelAnswer {
  readonly reply?: string;
  readonly json?: Json;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ModelToolCall[];
  readonly finishReason?: string;
  readonly fault?: ModelFault;
  readonly firstTokenMs?: number;
  /** Pace of the stream; 0 sends everything at once. */
  readonly tokensPerSecond?: number;
}

/** An answer for the requests that it matches; rules come before directives, the first that matches wins. */
export interface ModelRule extends ModelAnswer {
  /** A regular expression that the last user message matches. */
  readonly match?: string;
  readonly model?: string;
  /** How many requests it answers before it is spent. */
  readonly times?: number;
}
