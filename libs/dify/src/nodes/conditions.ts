import type { Json, JsonObject } from '@heddle/model';
import { type Fields } from '../fields';
import type { NodeExport, NodeImport } from '../node-converter';
import { isNumeric, isUnary, readOperator, writeOperator } from './operators';

const logicOf = (text: string): 'and' | 'or' => (text === 'or' ? 'or' : 'and');

function readOperatorOf(condition: Fields, node: NodeImport): string {
  const operator = condition.text('comparison_operator');
  const known = readOperator(operator);
  if (known === undefined && operator !== '') {
    node.warn('FIELD_NOT_CARRIED', { field: `comparison_operator ${operator}` });
  }
  return known ?? 'is';
}

function readRight(value: Json | undefined, node: NodeImport): Json {
  if (typeof value === 'string') return node.text(value);
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? node.text(item) : item));
  return value ?? '';
}

/** Conditions on the items of a list, whose left side is a key of the item. */
function readItemCondition(condition: Fields, node: NodeImport): JsonObject {
  condition.ignore('id', 'varType', 'numberVarType');
  const operator = readOperatorOf(condition, node);
  const right = readRight(condition.value('value'), node);
  return { left: condition.text('key'), operator, ...(isUnary(operator) ? {} : { right }) };
}

/** Conditions on the items of a list. */
export const readItemConditions = (conditions: readonly Fields[], node: NodeImport): JsonObject[] =>
  conditions.map((condition) => readItemCondition(condition, node));

function readCondition(condition: Fields, node: NodeImport): JsonObject {
  condition.ignore('id', 'varType', 'numberVarType', 'file_var');
  const operator = readOperatorOf(condition, node);
  const left = node.reference(condition.value('variable_selector'));
  const inner = condition.object('sub_variable_condition');
  inner.ignore('case_id');
  const logic = logicOf(inner.text('logical_operator'));
  const conditions = readItemConditions(inner.objects('conditions'), node);
  const right = readRight(condition.value('value'), node);
  if (conditions.length > 0) return { left, operator, where: { logic, conditions } };
  return { left, operator, ...(isUnary(operator) ? {} : { right }) };
}

/** Conditions, and how they are joined. */
export const readConditions = (
  holder: Fields,
  key: string,
  node: NodeImport,
): { logic: 'and' | 'or'; conditions: JsonObject[] } => ({
  logic: logicOf(holder.text('logical_operator')),
  conditions: holder.objects(key).map((condition) => readCondition(condition, node)),
});

function variableType(operator: string, right: Json | undefined): string {
  if (isNumeric(operator)) return 'number';
  return typeof right === 'boolean' ? 'boolean' : 'string';
}

/** What both kinds of conditions share; undefined, with a warning, where Dify has no such comparison. */
function comparison(condition: Fields, node: NodeExport, id: string): JsonObject | undefined {
  const operator = condition.text('operator');
  const written = writeOperator(operator);
  if (condition.has('conditions') || written === undefined) {
    node.warn('FIELD_NOT_IN_DIFY', { field: condition.has('conditions') ? 'conditions' : operator });
    condition.ignore(...condition.keys());
    return undefined;
  }
  const right = condition.value('right');
  return {
    id,
    comparison_operator: written,
    value: isUnary(operator) ? '' : node.value(right ?? ''),
    varType: variableType(operator, right),
  };
}

/** Conditions on the items of a list, in Dify's form. */
export const writeItemConditions = (
  conditions: readonly Fields[],
  node: NodeExport,
  prefix: string,
): JsonObject[] =>
  conditions.flatMap((condition, index) => {
    const written = comparison(condition, node, `${prefix}-${index + 1}`);
    return written ? [{ ...written, key: condition.text('left') }] : [];
  });

function writeCondition(condition: Fields, node: NodeExport, id: string): JsonObject[] {
  const written = comparison(condition, node, id);
  if (!written) return [];
  const selector = node.selector(condition.value('left'), 'left');
  const where = condition.object('where');
  if (!where.has('conditions')) return [{ ...written, variable_selector: selector }];
  const inner = {
    case_id: `${id}-sub`,
    logical_operator: logicOf(where.text('logic')),
    conditions: writeItemConditions(where.objects('conditions'), node, `${id}-sub`),
  };
  return [
    {
      ...written,
      value: '',
      variable_selector: selector,
      varType: 'array[file]',
      sub_variable_condition: inner,
    },
  ];
}

/** Conditions in Dify's form; groups within groups have none there. */
export const writeConditions = (
  conditions: readonly Fields[],
  node: NodeExport,
  prefix: string,
): JsonObject[] =>
  conditions.flatMap((condition, index) => writeCondition(condition, node, `${prefix}-${index + 1}`));
