import type { JsonObject } from '@heddle/model';
import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerPlan } from '../answer-plan';
import type { ChatBody } from '../chat-body';

/** A stream as text, ready to be sent: an opening, the pieces of content that faults count, and an end. */
export interface DialectStream {
  readonly opening: string;
  readonly content: readonly string[];
  readonly end: string;
}

/** What a refusal is made of. */
export interface DialectRefusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string | undefined;
}

/** How one protocol says what the scripted model has decided. */
export interface Dialect {
  /** Reads a request; throws what zod throws when it is none. */
  read(body: unknown, model: string): ChatBody;
  /** The key that a request carries. */
  keyOf(headers: IncomingHttpHeaders): string;
  refusal(refusal: DialectRefusal): JsonObject;
  /** What is said about a prompt that does not fit. */
  tooLong(tokens: number, limit: number): DialectRefusal;
  whole(id: string, body: ChatBody, plan: AnswerPlan): JsonObject;
  stream(id: string, body: ChatBody, plan: AnswerPlan): DialectStream;
  /** An error in the middle of a stream. */
  errorEvent(message: string): string;
}

/** An event of a stream that carries JSON. */
export const sseEvent = (payload: JsonObject, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(payload)}\n\n`;
