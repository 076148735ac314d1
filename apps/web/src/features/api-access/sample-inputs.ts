import { isRecord } from './record';

/** Example values by the type that a trigger declares. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  number: 1,
  integer: 1,
  boolean: true,
  object: {},
  array: [],
  file: { type: 'document', transfer_method: 'remote_url', url: 'https://example.com/file.pdf' },
  files: [],
};

/** Makes inputs that fit what a flow's trigger declares, for use in examples. */
export function sampleInputs(
  definition: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(declaredInputs(definition).map((input) => [input['name'], sampleOf(input)]));
}

function declaredInputs(definition: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const nodes = Array.isArray(definition['nodes']) ? definition['nodes'].filter(isRecord) : [];
  const start = nodes.find((node) => node['type'] === 'trigger' && isCallable(node['config']));
  const inputs = isRecord(start?.['config']) ? start['config']['inputs'] : undefined;
  return Array.isArray(inputs)
    ? inputs.filter(isRecord).filter((input) => typeof input['name'] === 'string')
    : [];
}

const isCallable = (config: unknown): boolean =>
  isRecord(config) && ['manual', 'api', undefined].includes(config['kind'] as string | undefined);

function sampleOf(input: Readonly<Record<string, unknown>>): unknown {
  const preset = input['default'];
  if (preset !== undefined && preset !== null && preset !== '') return preset;
  const options = input['options'];
  if (input['type'] === 'select' && Array.isArray(options) && options.length > 0)
    return options[0] as unknown;
  return SAMPLES[String(input['type'])] ?? '…';
}
