import type { ChatChunk, ChatRequest } from '@heddle/engine';
import { createScriptedModelServer, fakeClock, settle, type ScriptedModelServer } from '@heddle/testing';
import { createGuardedAgent } from '../../../src/adapters/http/guarded-agent';
import { createGuardedFetch, type Fetch } from '../../../src/adapters/http/guarded-fetch';
import { providerTargetPolicy } from '../../../src/adapters/http/target-policy';
import type { ModelCall } from '../../../src/adapters/models/model-directory';
import type { ModelTarget } from '../../../src/adapters/models/model-target';
import type { ModelRuntimeOptions } from '../../../src/adapters/models/runtime/model-means';
import { createModelPorts, type ModelPorts } from '../../../src/adapters/models/runtime/model-ports';

/** A key that no error, log or answer may hold. */
export const SECRET_KEY = 'sk-very-secret-key-1234567890';

/** A signal that never aborts. */
export const never = new AbortController().signal;

/** A model at an address; a test says what is particular. */
export const targetAt = (baseURL: string, more: Partial<ModelTarget> = {}): ModelTarget => ({
  provider: 'Acme',
  providerType: 'openai_compatible',
  baseURL,
  apiKeys: [SECRET_KEY],
  extraConfig: {},
  model: 'scripted',
  capabilities: {},
  defaultParams: {},
  price: null,
  limits: { requests_per_minute: null, tokens_per_minute: null, concurrency: null },
  ...more,
});

/** A request in short. */
export const asking = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  workspaceId: 'w',
  messages: [{ role: 'user', content }],
  ...more,
});

/** A request that says everything there is to say. */
export const FULL_REQUEST: ChatRequest = {
  workspaceId: 'w',
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image', url: 'data:image/png;base64,AA==', detail: 'low' },
        { type: 'image', url: 'https://images.example.com/cat.png' },
      ],
    },
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'look', arguments: '{"at":"it"}' }] },
    { role: 'tool', content: 'a cat', toolCallId: 'c1' },
    { role: 'assistant', content: 'A cat.' },
    { role: 'user', content: 'Sure?' },
  ],
  temperature: 0,
  topP: 0.5,
  maxTokens: 100,
  stop: ['END'],
  seed: 7,
  tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
  toolChoice: { name: 'look' },
};

/** What a stream has come to. */
export interface Outcome {
  readonly chunks: ChatChunk[];
  readonly text: string;
  readonly error: unknown;
}

/** Reads a stream to its end or its error. */
export async function collect(stream: AsyncIterable<ChatChunk>): Promise<Outcome> {
  const chunks: ChatChunk[] = [];
  let error: unknown;
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch (thrown) {
    error = thrown;
  }
  const text = chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('');
  return { chunks, text, error };
}

/** Everything a test of models needs; servers start and stop with the suite. */
export interface ModelHarness {
  readonly server: ScriptedModelServer;
  readonly fetch: Fetch;
  /** What observers were told since the test began. */
  readonly calls: ModelCall[];
  /** Ports over certain models; without any, over the scripted server. */
  ports(targets?: readonly ModelTarget[], more?: Partial<ModelRuntimeOptions>): ModelPorts;
}

/** Sets up a scripted model server and the way to it. */
export function useModels(): ModelHarness {
  const server = createScriptedModelServer();
  const agent = createGuardedAgent({ policy: providerTargetPolicy });
  const fetch = createGuardedFetch(agent);
  const calls: ModelCall[] = [];
  beforeAll(() => server.listen());
  beforeEach(() => {
    server.reset();
    calls.length = 0;
  });
  afterAll(async () => {
    await server.close();
    await agent.close();
  });
  return {
    server,
    fetch,
    calls,
    ports: (targets = [targetAt(server.baseURL)], more = {}) =>
      createModelPorts({
        directory: { find: () => Promise.resolve(targets) },
        fetch,
        observer: { record: (call) => void calls.push(call) },
        ...more,
      }),
  };
}

/** Longer than any wait before a retry, so that the two can be told apart. */
const PATIENT = { firstTokenMs: 100_000, idleMs: 100_000 };
/** How long a connection may stay open after the end. */
const TAIL_MS = 2_000;

/** Asks with a clock of its own and lets the waits before retries pass at once. */
export async function askImpatiently(
  harness: ModelHarness,
  request: ChatRequest,
  targets?: readonly ModelTarget[],
): Promise<Outcome & { readonly waits: number[] }> {
  const clock = fakeClock();
  const waits: number[] = [];
  let isDone = false;
  const { chat } = harness.ports(targets, { clock, limits: PATIENT });
  const outcome = collect(chat.stream(request, never)).finally(() => (isDone = true));
  while (!isDone) {
    await settle();
    const next = clock.nextIn ?? Infinity;
    if (next === TAIL_MS || next >= PATIENT.idleMs) continue;
    waits.push(next);
    clock.advance(next);
  }
  return { ...(await outcome), waits };
}
