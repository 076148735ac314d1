import type { FlowMode } from '@heddle/model';

/** A way to call a published flow. */
export type Endpoint = 'run' | 'chat' | 'openai';
/** A language that examples are written in. */
export type ExampleLanguage = 'curl' | 'javascript' | 'python';

/** What an example is made of. */
export interface ExampleInput {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly isStreaming: boolean;
}

/** Path of each endpoint. */
export const ENDPOINT_PATHS: Readonly<Record<Endpoint, string>> = {
  run: '/v1/workflows/run',
  chat: '/v1/chat-messages',
  openai: '/v1/chat/completions',
};

/** Endpoints that a flow of a mode answers on. */
export const endpointsOf = (mode: FlowMode): readonly Endpoint[] =>
  mode === 'workflow' ? ['run', 'openai'] : ['chat', 'openai'];

const MESSAGE = 'Hello';

/** The body that an example sends. */
export function exampleBody(endpoint: Endpoint, input: ExampleInput): Readonly<Record<string, unknown>> {
  const { inputs, isStreaming } = input;
  if (endpoint === 'openai') {
    return {
      model: 'flow',
      messages: [{ role: 'user', content: MESSAGE }],
      ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
      stream: isStreaming,
    };
  }
  const rest = { inputs, response_mode: isStreaming ? 'streaming' : 'blocking', user: 'user-1' };
  return endpoint === 'chat' ? { query: MESSAGE, ...rest, conversation_id: '' } : rest;
}

/** Writes a call of an endpoint, ready to be pasted. */
export function codeExample(endpoint: Endpoint, language: ExampleLanguage, input: ExampleInput): string {
  const call = {
    url: `${input.baseUrl}${ENDPOINT_PATHS[endpoint]}`,
    body: exampleBody(endpoint, input),
    input,
  };
  return WRITERS[language](call);
}

interface Call {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly input: ExampleInput;
}

const json = (value: unknown, indent: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`);

function curl({ url, body, input }: Call): string {
  const data = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${input.isStreaming ? '-N ' : ''}-X POST '${url}' \\`,
    `  -H 'Authorization: Bearer ${input.apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${data}'`,
  ].join('\n');
}

function javascript({ url, body, input }: Call): string {
  const request = [
    `const response = await fetch('${url}', {`,
    `  method: 'POST',`,
    `  headers: {`,
    `    Authorization: 'Bearer ${input.apiKey}',`,
    `    'Content-Type': 'application/json',`,
    `  },`,
    `  body: JSON.stringify(${json(body, 2)}),`,
    `});`,
  ];
  const blocking = ['console.log(await response.json());'];
  const streaming = [
    'const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();',
    'for (;;) {',
    '  const { done, value } = await reader.read();',
    '  if (done) break;',
    '  console.log(value);',
    '}',
  ];
  return [...request, ...(input.isStreaming ? streaming : blocking)].join('\n');
}

function python({ url, body, input }: Call): string {
  const head = [
    'import requests',
    '',
    `response = requests.post(`,
    `    '${url}',`,
    `    headers={'Authorization': 'Bearer ${input.apiKey}'},`,
    `    json=${pythonValue(body, 4)},`,
    ...(input.isStreaming ? ['    stream=True,'] : []),
    ')',
  ];
  const blocking = ['print(response.json())'];
  const streaming = ['for line in response.iter_lines():', '    print(line.decode())'];
  return [...head, ...(input.isStreaming ? streaming : blocking)].join('\n');
}

/** Writes JSON as Python: same syntax but for three words. */
function pythonValue(value: unknown, indent: number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const pad = ' '.repeat(indent);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item: unknown) => pythonValue(item, indent + 4))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonValue(item, indent + 4)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `${pad}    ${item},\n`).join('')}${pad}${close}`;
}

const WRITERS: Readonly<Record<ExampleLanguage, (call: Call) => string>> = { curl, javascript, python };
