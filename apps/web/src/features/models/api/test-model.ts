import type { ModelTest, TestModelBody } from '@heddle/contracts';
import { streamEvents, type StreamEvent } from '@/app/api/event-stream';

/** What a tested model says, as it says it. */
export type TestSignal =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'done'; readonly result: ModelTest }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (data: unknown, key: string): string => {
  const value = isRecord(data) ? data[key] : data;
  return typeof value === 'string' ? value : '';
};

function signalOf({ event, data }: StreamEvent): TestSignal | undefined {
  if (event === 'text' || event === 'reasoning') return { kind: event, text: textIn(data, 'text') };
  if (event === 'done' && isRecord(data)) return { kind: 'done', result: data as ModelTest };
  if (event !== 'error') return undefined;
  return { kind: 'error', code: textIn(data, 'code'), message: textIn(data, 'message') };
}

/** Asks a model and yields its answer piece by piece. @throws {ApiError} when the request is refused or breaks off */
export async function* testModel(
  id: string,
  body: Pick<TestModelBody, 'prompt' | 'params'>,
  signal: AbortSignal,
): AsyncGenerator<TestSignal> {
  const url = `/api/model-instances/${id}/test`;
  for await (const event of streamEvents(url, { method: 'POST', body: { ...body, stream: true }, signal })) {
    const said = signalOf(event);
    if (said) yield said;
  }
}
