import type { JsonObject, RunEvent, RunEventOf, Usage } from '@heddle/model';
import type { RunCall, RunOutcome } from '../runs/run-calls';
import { seconds } from './dify-answers';
import { openAiRunError } from './openai-errors';

/** What every piece of an answer repeats. */
export interface CompletionHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** The head of the answers to a call. */
export const completionHead = (call: RunCall, model: string): CompletionHead => ({
  id: `chatcmpl-${call.runId.replaceAll('-', '')}`,
  created: seconds(call.createdAt),
  model,
});

/** What a run says as text: what it answered, else its outputs. */
export function textOfRun(run: Pick<RunOutcome, 'answer' | 'outputs'>): string {
  if (run.answer !== '') return run.answer;
  const values = Object.values(run.outputs);
  const [only] = values;
  if (values.length === 1 && typeof only === 'string') return only;
  return values.length === 0 ? '' : JSON.stringify(run.outputs);
}

const usageOf = ({ prompt_tokens, completion_tokens, total_tokens }: Usage): JsonObject => ({
  prompt_tokens,
  completion_tokens,
  total_tokens,
});

/** The whole answer at once. */
export const completionOf = (head: CompletionHead, run: RunOutcome): JsonObject => ({
  ...head,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: textOfRun(run), refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: usageOf(run.usage),
});

/** Tells a run in the pieces of an OpenAI stream. */
export class CompletionChunks {
  private sent = '';

  constructor(
    private readonly head: CompletionHead,
    private readonly hasUsage: boolean,
  ) {}

  /** The first piece, which says who speaks. */
  opening(): JsonObject {
    return this.chunk({ role: 'assistant', content: '' });
  }

  /** The pieces that an event adds. */
  translate(event: RunEvent): JsonObject[] {
    if (event.type === 'node.chunked' && event.data.is_answer)
      return this.text(event.data.text, event.data.is_replacement);
    return event.type === 'run.finished' ? this.closing(event) : [];
  }

  private text(text: string, isReplacement = false): JsonObject[] {
    // What was sent cannot be taken back: an answer that began again goes on where it agrees, or in a new paragraph.
    const piece = !isReplacement
      ? text
      : text.startsWith(this.sent)
        ? text.slice(this.sent.length)
        : `\n\n${text}`;
    this.sent = isReplacement ? text : this.sent + text;
    return piece === '' ? [] : [this.chunk({ content: piece })];
  }

  private closing({ data }: RunEventOf<'run.finished'>): JsonObject[] {
    if (data.status === 'failed' && data.error) return [openAiRunError(data.error)];
    const rest = this.sent === '' ? textOfRun({ answer: '', outputs: data.outputs }) : '';
    return [
      ...(rest === '' ? [] : [this.chunk({ content: rest })]),
      this.chunk({}, 'stop'),
      ...(this.hasUsage ? [{ ...this.shared(), choices: [], usage: usageOf(data.usage) }] : []),
    ];
  }

  private chunk(delta: JsonObject, finishReason: string | null = null): JsonObject {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finishReason };
    return { ...this.shared(), choices: [choice], ...(this.hasUsage ? { usage: null } : {}) };
  }

  private shared(): JsonObject {
    return { ...this.head, object: 'chat.completion.chunk' };
  }
}
