import { parseArgs } from 'node:util';
import { createScriptedModelServer, type ScriptedModelServer } from './scripted-model-server';

const OPTIONS = {
  port: { type: 'string', default: '4010' },
  'api-key': { type: 'string', default: '' },
  'first-token-ms': { type: 'string', default: '0' },
  'tokens-per-second': { type: 'string', default: '0' },
  'context-limit': { type: 'string', default: '0' },
  'keep-requests': { type: 'string', default: '500' },
} as const;

/** Starts a scripted model server as the command line says and prints its base URL. */
export async function runModelServer(
  args: readonly string[],
  print: (line: string) => void,
): Promise<ScriptedModelServer> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const server = createScriptedModelServer({
    apiKey: values['api-key'],
    firstTokenMs: Number(values['first-token-ms']),
    tokensPerSecond: Number(values['tokens-per-second']),
    contextLimit: Number(values['context-limit']),
    keepRequests: Number(values['keep-requests']),
  });
  print(`scripted model server at ${await server.listen(Number(values.port))}`);
  return server;
}

if (require.main === module) {
  void runModelServer(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`)).then((server) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.close());
  });
}
