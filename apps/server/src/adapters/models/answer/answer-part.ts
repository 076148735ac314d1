/** A piece of a tool call; most providers leave out what they have said before. */
export interface ToolCallPart {
  /** Which call of the answer it belongs to. */
  readonly index: number;
  readonly id?: string;
  readonly name?: string;
  /** JSON text, to be joined. */
  readonly arguments?: string;
  /** What the provider wants to get back with the call. */
  readonly signature?: string;
}

/** Tokens as a provider counts them. */
export interface TokenCounts {
  readonly prompt?: number;
  readonly completion?: number;
  readonly total?: number;
}

/** A piece of an answer, the same for all protocols. */
export interface AnswerPart {
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ToolCallPart[];
  /** In the words of the OpenAI protocol: `stop`, `length`, `tool_calls`, `content_filter`. */
  readonly finishReason?: string;
  /** The latest count of each kind holds. */
  readonly tokens?: TokenCounts;
  /** The model as the provider names it. */
  readonly model?: string;
}
