import {
  ERROR_HANDLE,
  type AnyNodeDefinition,
  type FlowNode,
  type Handle,
  type JsonObject,
  type NodeDefinition,
  type OutputField,
} from '@heddle/model';

const ERROR_OUT: Handle = { id: ERROR_HANDLE, label: { en: 'On error', zh: '出错时' } };

/** What a node leaves behind for the branch of its errors. */
const ERROR_OUTPUTS: readonly OutputField[] = [
  { name: 'error_message', type: 'string', title: { en: 'Error message', zh: '错误信息' } },
  { name: 'error_type', type: 'string', title: { en: 'Error type', zh: '错误类型' } },
  { name: 'error_code', type: 'string', title: { en: 'Error code', zh: '错误代码' } },
];

const handlesByNode = new WeakMap<FlowNode, readonly Handle[]>();
const outputsByNode = new WeakMap<FlowNode, readonly OutputField[]>();
const parsedConfigs = new WeakMap<object, unknown>();

/**
 * The config with its defaults filled in, for asking a definition about it. While somebody is typing, a config
 * may not parse; the definition is then asked about the raw one, which answers nothing where it cannot.
 */
function parsedConfig(definition: AnyNodeDefinition, config: JsonObject): unknown {
  const known = parsedConfigs.get(config);
  if (known !== undefined) return known;
  const result = definition.config.safeParse(config);
  const parsed: unknown = result.success ? result.data : { ...definition.initialConfig, ...config };
  parsedConfigs.set(config, parsed);
  return parsed;
}

/** Asks a definition about a config; undefined where the config is too unfinished for an answer. */
export function askDefinition<Answer>(
  definition: AnyNodeDefinition,
  config: JsonObject,
  question: (definition: NodeDefinition<unknown>, config: unknown) => Answer,
): Answer | undefined {
  try {
    return question(definition as unknown as NodeDefinition<unknown>, parsedConfig(definition, config));
  } catch {
    return undefined;
  }
}

/** Ways out of an imported node that has no counterpart: those that led on where it came from. */
const foreignHandles = ({ origin }: FlowNode): Handle[] =>
  (origin?.handles ?? []).map((id) => ({ id, label: { en: id, zh: id } }));

/** Ways out of a node: those of its type, and `error` when its policy is a branch. */
export function handlesOf(node: FlowNode, definition: AnyNodeDefinition | undefined): readonly Handle[] {
  const known = handlesByNode.get(node);
  if (known) return known;
  const own = definition
    ? (askDefinition(definition, node.config, (type, config) => type.ports(config)) ?? [])
    : foreignHandles(node);
  const handles = node.on_error === 'branch' ? [...own, ERROR_OUT] : own;
  handlesByNode.set(node, handles);
  return handles;
}

/** Values that a node leaves behind, with those of its error branch. */
export function outputsOf(node: FlowNode, definition: AnyNodeDefinition | undefined): readonly OutputField[] {
  const known = outputsByNode.get(node);
  if (known) return known;
  const own = definition
    ? (askDefinition(definition, node.config, (type, config) => type.outputs(config)) ?? [])
    : [];
  const outputs = node.on_error === 'branch' ? [...own, ...ERROR_OUTPUTS] : own;
  outputsByNode.set(node, outputs);
  return outputs;
}

/** The line that a node's card shows about its config. */
export function summaryOf(node: FlowNode, definition: AnyNodeDefinition | undefined): string {
  if (!definition?.summary) return '';
  return askDefinition(definition, node.config, (type, config) => type.summary?.(config)) ?? '';
}
