import { exportDify, importDify, parseDifyDsl, writeYaml, type ImportedFlow } from '@heddle/dify';
import { validateFlow, type JsonObject } from '@heddle/model';
import { catalogue } from '@heddle/nodes';
import { executors } from '@heddle/nodes/server';
import { Sandbox } from '@heddle/sandbox';
import {
  fakeChat,
  fakeHttp,
  fakePorts,
  fakeTools,
  runFlow,
  type ChatScript,
  type FakePorts,
  type FlowSetup,
} from '@heddle/testing';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EngineSandbox } from '../../src/adapters/sandbox/engine-sandbox';

const FOLDER = path.resolve(__dirname, '../../../../libs/dify/fixtures');

/** What becomes of a file. */
interface Expected {
  readonly file: string;
  readonly mode?: 'chatflow';
  /** Codes of what could not be carried, each once. */
  readonly warnings?: readonly string[];
  /** Codes of what keeps the flow from being published, each once. */
  readonly errors?: readonly string[];
  readonly given?: Partial<FlowSetup> & { readonly chat?: ChatScript; readonly http?: JsonObject };
  readonly outputs?: JsonObject;
  readonly answer?: string;
  readonly status?: string;
  readonly asked?: (ports: FakePorts) => unknown;
  readonly answers?: unknown;
}

const IMAGE = { id: 'f1', name: 'a.png', mime_type: 'image/png', type: 'image', size: 50, extension: 'png' };

const TABLE: readonly Expected[] = [
  { file: 'first-version', given: { inputs: { word: 'hi' } }, outputs: { echo: 'hi' } },
  {
    file: 'inputs',
    given: { inputs: {} },
    outputs: { name: 'Ann', colour: 'blue', age: 7, agreed: true, extra: 1 },
  },
  {
    file: 'chat-plain',
    mode: 'chatflow',
    warnings: ['FEATURE_NOT_CARRIED', 'FIELD_NOT_CARRIED'],
    given: { sys: { query: 'How are you?' }, chat: 'Fine' },
    answer: 'So: Fine',
    asked: ({ chat }) => chat.requests[0]?.messages,
    answers: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'How are you?' },
    ],
  },
  {
    file: 'chat-memory-vision',
    mode: 'chatflow',
    given: {
      sys: { query: 'Why?', files: [], user_id: 'ann' },
      chat: { chunks: ['Because'], reasoning: ['Hm.'] },
    },
    answer: 'BecauseHm.',
    asked: ({ chat }) => chat.requests[0]?.messages.map(({ content }) => content),
    answers: ['Today ANN asks.', 'They say: Why?'],
  },
  {
    file: 'completion-model',
    given: { inputs: { topic: 'looms' }, chat: 'Looms weave.' },
    outputs: { text: 'Looms weave.' },
    asked: ({ chat }) => chat.requests[0]?.messages,
    answers: [{ role: 'user', content: 'Write of looms:' }],
  },
  {
    file: 'structured-output',
    given: {
      inputs: { text: 'Hurray' },
      chat: { chunks: ['{"mood": "glad", "score": 1}'], usage: { prompt_tokens: 3, completion_tokens: 4 } },
    },
    outputs: { mood: 'glad', tokens: 7 },
  },
  { file: 'branches', given: { inputs: { text: 'abc', count: 3 } }, outputs: { way: 'true' } },
  { file: 'branches', given: { inputs: { text: 'b2', count: 2 } }, outputs: { text: 'b2' } },
  { file: 'branches', given: { inputs: { text: 'b', count: 9 } }, outputs: { result: false } },
  { file: 'branches-old', given: { inputs: { n: 1 } }, outputs: { many: 1 } },
  { file: 'branches-old', given: { inputs: { n: 2 } }, outputs: { few: 2 } },
  { file: 'file-conditions', given: { inputs: { files: [IMAGE] } }, outputs: { seen: true } },
  {
    file: 'file-conditions',
    given: { inputs: { files: [{ ...IMAGE, size: 500 }] } },
    outputs: { unseen: false },
  },
  {
    file: 'classifier',
    mode: 'chatflow',
    given: { sys: { query: 'I want my money', user_id: 'ann' }, chat: '{"category_id": "1"}' },
    answer: 'R Money back',
  },
  {
    file: 'extractor',
    given: { inputs: { mail: 'In Oslo' }, chat: '{"city": "Oslo", "urgent": false, "size": "s"}' },
    outputs: { city: 'Oslo', good: 1 },
  },
  {
    file: 'code-javascript',
    given: { inputs: { words: 'one two three' } },
    outputs: { count: 3, word: 'one' },
  },
  { file: 'code-python' },
  {
    file: 'template',
    warnings: ['FIELD_NOT_CARRIED', 'SECRET_BLANK'],
    given: { inputs: { name: 'ann' }, env: { sign: 'Yours' } },
    outputs: { letter: 'Dear Ann, Yours' },
  },
  {
    file: 'http-get',
    given: { inputs: { id: '7' }, env: { token: 'abc' }, http: { json: { a: 1 } } },
    outputs: { status: 200, body: '{"a":1}' },
    asked: ({ http }) => [http.requests[0]?.method, http.requests[0]?.url],
    answers: ['GET', 'https://api.example.com/items/7?lang=en&q=7'],
  },
  {
    file: 'http-forms',
    given: { inputs: {}, env: { pass: 'pw' }, http: { status: 500, text: 'no' } },
    status: 'partial_succeeded',
    asked: ({ http }) => http.requests.length,
    answers: 1,
  },
  {
    file: 'http-json',
    given: { inputs: { q: 'x' }, env: { k: 'kk' }, http: { status: 503, text: 'down' } },
    outputs: { first: 'nothing' },
    status: 'partial_succeeded',
  },
  { file: 'aggregator-old', given: { inputs: { n: 4 } }, outputs: { way: 'up' } },
  { file: 'aggregator-old', given: { inputs: { n: -4 } }, outputs: { way: 'down' } },
  { file: 'aggregator-groups', given: { inputs: { a: 'A', b: 'B' } }, outputs: { one: 'B', two: 'B' } },
  {
    file: 'assigner-first-version',
    mode: 'chatflow',
    given: { sys: { query: 'remember me' }, conversation: { last: '', all: [] } },
    answer: 'remember me',
  },
  {
    file: 'assigner-operations',
    mode: 'chatflow',
    given: {
      sys: { query: 'asked' },
      conversation: { count: 1, list: ['first'], more: ['x', 'y'], note: '', copy: '', gone: 'here' },
    },
    answer: '30 done done\n- asked\n- x\n- y',
  },
  {
    file: 'iteration',
    given: { inputs: { text: 'a,b,c' } },
    outputs: { words: ['0:A', '1:B', '2:C'] },
  },
  {
    file: 'iteration-old',
    given: { inputs: { rows: { list: ['x', 'y'] } } },
    outputs: { all: ['<x>', '<y>'] },
  },
  {
    file: 'loop',
    given: { inputs: { most: 100 } },
    outputs: { sum: 9, seen: [3, 6, 9], rounds: 3 },
  },
  { file: 'loop', given: { inputs: { most: 5 } }, outputs: { sum: 6, seen: [3, 6], rounds: 2 } },
  {
    file: 'list-operator',
    given: { inputs: { data: { words: ['ab', 'b', 'a', 'ca'] } } },
    outputs: { all: ['ca', 'ab'], first: 'ca', last: 'ab' },
  },
  {
    file: 'tool',
    warnings: ['FIELD_NOT_CARRIED', 'PLUGINS_NOT_CARRIED', 'TOOL_TO_CHOOSE'],
    given: { inputs: { zone: 'UTC' } },
    outputs: { time: 'noon', found: 'much' },
    asked: ({ tools }) => tools.calls.map((call) => call.arguments),
    answers: [{ zone: 'in UTC', raw: 'UTC', count: 3 }, { query: 'UTC' }],
  },
  { file: 'mcp-tool', warnings: ['MCP_TO_CHOOSE'] },
  {
    file: 'knowledge',
    mode: 'chatflow',
    warnings: ['KNOWLEDGE_NOT_CARRIED', 'NODE_NOT_AVAILABLE'],
    errors: ['NODE_NOT_AVAILABLE'],
  },
  { file: 'agent', mode: 'chatflow', warnings: ['NODE_NOT_AVAILABLE'], errors: ['NODE_NOT_AVAILABLE'] },
  { file: 'people-and-papers', warnings: ['NODE_NOT_AVAILABLE'], errors: ['NODE_NOT_AVAILABLE'] },
  {
    file: 'triggers',
    warnings: ['FIELD_NOT_CARRIED'],
    given: {
      startNodeId: 'hook',
      inputs: { method: 'POST', headers: { 'x-source': 'shop' }, query: {}, body: { text: 'hello' } },
    },
    outputs: { text: 'hello', source: 'shop', raw: { text: 'hello' } },
  },
  {
    file: 'unknown-nodes',
    warnings: ['DSL_VERSION_NEWER', 'NODE_NOT_AVAILABLE', 'NOTE_NOT_CARRIED'],
    errors: ['NODE_NOT_AVAILABLE'],
  },
  {
    file: 'system-variables',
    mode: 'chatflow',
    given: { sys: { query: 'q', session_id: 's', run_id: 'r', flow_id: 'f' } },
    answer: 'q/s q r f',
  },
  {
    file: 'odd-file',
    mode: 'chatflow',
    warnings: [
      'EDGE_DROPPED',
      'FIELD_NOT_CARRIED',
      'NODE_ID_CHANGED',
      'NODE_OUTSIDE_FLOW',
      'TEXT_READS_AS_REFERENCE',
      'VALUE_ADJUSTED',
    ],
    errors: ['FLOW_UNREACHABLE'],
  },
  {
    file: 'chat-app',
    mode: 'chatflow',
    warnings: ['FEATURE_NOT_CARRIED', 'TEXT_READS_AS_REFERENCE'],
    given: { inputs: { name: 'Ann' }, sys: { query: 'Hello' }, chat: 'Welcome', mode: 'chatflow' },
    answer: 'Welcome',
    asked: ({ chat }) => chat.requests[0]?.messages.map(({ content }) => content),
    answers: ['You help Ann with unknown.', 'Hello'],
  },
  {
    file: 'knowledge-chat-app',
    mode: 'chatflow',
    warnings: ['KNOWLEDGE_NOT_CARRIED', 'NODE_NOT_AVAILABLE'],
    errors: ['NODE_NOT_AVAILABLE'],
  },
  {
    file: 'completion-app',
    warnings: ['FEATURE_NOT_CARRIED'],
    given: { inputs: { text: 'Guten Tag', language: 'English' }, chat: 'Good day' },
    outputs: { result: 'Good day' },
    asked: ({ chat }) => chat.requests[0]?.messages,
    answers: [{ role: 'user', content: 'Translate Guten Tag to English' }],
  },
  { file: 'agent-app', mode: 'chatflow', warnings: ['NODE_NOT_AVAILABLE'], errors: ['NODE_NOT_AVAILABLE'] },
];

const TYPES = { types: catalogue.types };
const codesOf = (issues: readonly { readonly code: string }[]): string[] =>
  [...new Set(issues.map(({ code }) => code))].sort();
const textOf = (file: string): string => readFileSync(path.join(FOLDER, `${file}.yml`), 'utf8');
const importText = (text: string): ImportedFlow => importDify(parseDifyDsl(text), TYPES);

describe('a Dify file', () => {
  const pool = new Sandbox();
  beforeAll(() => pool.prewarm(), 20_000);
  afterAll(() => pool.close());

  const portsFor = ({ chat = 'ok', http }: NonNullable<Expected['given']>) =>
    fakePorts({
      chat: fakeChat(chat),
      http: fakeHttp(http ?? {}),
      sandbox: new EngineSandbox(pool, 'test'),
      tools: fakeTools({
        look_at_clock: { answer: () => ({ text: 'noon' }) },
        look_up: { answer: () => ({ text: 'much' }) },
      }),
    });

  it('of every kind is in the table', () => {
    const files = readdirSync(FOLDER).map((name) => name.replace(/\.yml$/, ''));
    expect([...new Set(TABLE.map(({ file }) => file))].sort()).toEqual(files.sort());
  });

  it.each(TABLE)('$file becomes a flow, %#', async (expected) => {
    const { mode, definition, warnings } = importText(textOf(expected.file));
    expect(mode).toBe(expected.mode ?? 'workflow');
    expect(codesOf(warnings)).toEqual(expected.warnings ?? []);
    expect(codesOf(validateFlow(definition, catalogue, mode).errors)).toEqual(expected.errors ?? []);
    if (!expected.given) return;
    const { chat: _chat, http: _http, ...setup } = expected.given;
    const ports = portsFor(expected.given);
    const { result } = await runFlow(definition, { executors: Object.values(executors), ports, ...setup });
    expect({ status: result.status, error: result.error }).toEqual({
      status: expected.status ?? 'succeeded',
      error: null,
    });
    if (expected.outputs) expect(result.outputs).toEqual(expected.outputs);
    if (expected.answer !== undefined) expect(result.answer).toBe(expected.answer);
    if (expected.asked) expect(expected.asked(ports as unknown as FakePorts)).toEqual(expected.answers);
  });

  it.each([...new Set(TABLE.map(({ file }) => file))])('%s comes back the same from an export', (file) => {
    const first = importText(textOf(file));
    const again = importText(writeYaml(exportDify(first, TYPES).data));
    expect(again.definition).toEqual(first.definition);
    expect(again.mode).toBe(first.mode);
  });
});
