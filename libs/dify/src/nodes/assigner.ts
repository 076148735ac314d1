import type { Json, JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeExport, NodeImport } from '../node-converter';
import { reversed, selectorOf, type Renames } from '../references';

const OPERATIONS: Renames = {
  'over-write': 'set',
  overwrite: 'set',
  set: 'set',
  clear: 'clear',
  append: 'append',
  extend: 'extend',
  '+=': 'add',
  '-=': 'subtract',
  '*=': 'multiply',
  '/=': 'divide',
  'remove-first': 'remove_first',
  'remove-last': 'remove_last',
};
const BACK = reversed(OPERATIONS);
const SOURCELESS: ReadonlySet<string> = new Set(['clear', 'remove_first', 'remove_last']);
/** Operations that take what another node has put out unless they say otherwise. */
const OF_VARIABLES: ReadonlySet<string> = new Set(['over-write', 'append', 'extend']);

function readTarget(selector: Json | undefined, node: NodeImport): string {
  const [scope = '', name = ''] = selectorOf(selector);
  return `${scope === 'conversation' ? scope : node.nodeId(scope)}.${name}`;
}

const sourceless = (target: string, operation: string): JsonObject => ({
  target_var: target,
  operation,
  source_type: 'constant',
  source_value: null,
});

function readItem(item: Fields, node: NodeImport): JsonObject {
  const written = item.text('operation', 'over-write');
  const operation = OPERATIONS[written] ?? 'set';
  const target = readTarget(item.value('variable_selector'), node);
  const kind = item.text('input_type') || (OF_VARIABLES.has(written) ? 'variable' : 'constant');
  const value = item.value('value');
  if (SOURCELESS.has(operation)) return sourceless(target, operation);
  return kind === 'variable'
    ? {
        target_var: target,
        operation,
        source_type: 'upstream_output',
        source_value: node.reference(value),
      }
    : { target_var: target, operation, source_type: 'constant', source_value: value ?? null };
}

/** The first version of the node changed one variable. */
function readSingle(data: Fields, node: NodeImport): JsonObject {
  const operation = OPERATIONS[data.text('write_mode', 'over-write')] ?? 'set';
  const target = readTarget(data.value('assigned_variable_selector'), node);
  const source = node.reference(data.value('input_variable_selector'));
  return operation === 'clear'
    ? sourceless(target, operation)
    : { target_var: target, operation, source_type: 'upstream_output', source_value: source };
}

function writeItem(assignment: Fields, node: NodeExport): JsonObject {
  const target = assignment
    .text('target_var')
    .replace(/^\s*\{\{|\}\}\s*$/g, '')
    .trim();
  const operation = assignment.text('operation', 'set');
  const source = assignment.text('source_type', 'constant');
  const value = assignment.value('source_value');
  const item = { variable_selector: target.split('.'), operation: BACK[operation] ?? 'over-write' };
  if (target.startsWith('flow.')) node.warn('FIELD_NOT_IN_DIFY', { field: target }, 'assignments');
  if (SOURCELESS.has(operation)) return { ...item, input_type: 'variable', value: '' };
  if (source === 'upstream_output') {
    return { ...item, input_type: 'variable', value: node.selector(value, 'assignments') };
  }
  if (source !== 'constant') {
    node.warn('FIELD_NOT_IN_DIFY', { field: `${target} ${source}` }, 'assignments');
    return { ...item, input_type: 'constant', value: '' };
  }
  const written = operation === 'set' ? 'set' : item.operation;
  return { ...item, operation: written, input_type: 'constant', value: value ?? null };
}

/** `assigner` of both versions: changes variables of the conversation or of a loop. */
export const assigner: NodeConverter = {
  dify: ['assigner'],
  type: 'variable_assigner',
  read(data, node) {
    const items = data.objects('items').map((item) => readItem(item, node));
    const isFirstVersion = data.has('assigned_variable_selector');
    return { config: { assignments: isFirstVersion ? [readSingle(data, node)] : items } };
  },
  write: (config, node) => ({
    version: '2',
    items: config.objects('assignments').map((assignment) => writeItem(assignment, node)),
  }),
};
