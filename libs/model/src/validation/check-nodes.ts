import type { FlowIssue } from '../definition/node-definition';
import { flowNodeSchema } from '../document/flow-document';
import { NODE_ID_PATTERN, RESERVED_NAMES, VARIABLE_NAME_PATTERN } from '../ids';
import { isJsonObject } from '../json';
import { describeValue, matchesType, VALUE_TYPES, type ValueType } from '../values/value-type';
import type { CheckedFlow, CheckedNode } from './checked-flow';
import { type ConfigProblem, describeConfigProblems, findUnknownKeys } from './config-problems';
import { flowIssue, type IssueList } from './flow-issues';
import { nearestNames } from './nearest-names';

const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const shortened = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text);

function checkId(node: CheckedNode, seen: Set<string>, issues: IssueList): void {
  const place = { nodeId: shortened(node.id), path: 'id' };
  if (RESERVED_NAMES.has(node.id)) issues.error('NODE_ID_INVALID', { node: node.id, reserved: true }, place);
  else if (!NODE_ID_PATTERN.test(node.id))
    issues.error('NODE_ID_INVALID', { node: shortened(node.id) }, place);
  else if (seen.has(node.id)) issues.error('NODE_ID_DUPLICATE', { node: node.id }, place);
  seen.add(node.id);
}

function configIssue({ path, expected, got }: ConfigProblem, nodeId: string): FlowIssue {
  const params = { path, expected: expected.en, got: got.en };
  const texts = {
    en: `${path || 'config'}: expected ${expected.en}, got ${got.en}`,
    zh: `${path || 'config'}：应为${expected.zh}，实际为${got.zh}`,
  };
  return { ...flowIssue('NODE_CONFIG_INVALID', params, { nodeId, path }), texts };
}

function checkEnvelope(node: CheckedNode, issues: IssueList): void {
  const parsed = flowNodeSchema.safeParse(node.node);
  if (parsed.success) return;
  for (const problem of describeConfigProblems(flowNodeSchema, node.node, parsed.error.issues)) {
    if (problem.path === 'config' && node.reading?.isValid === false) continue;
    issues.add(issues.errors, configIssue(problem, node.id));
  }
}

function checkOutputNames(node: CheckedNode, issues: IssueList): void {
  for (const name of node.outputs?.keys() ?? []) {
    if (PROTOTYPE_NAMES.has(name)) {
      issues.error('VARIABLE_NAME_INVALID', { name, problem: 'reserved' }, { nodeId: node.id });
    } else if (!VARIABLE_NAME_PATTERN.test(name)) {
      issues.error('VARIABLE_NAME_INVALID', { name: shortened(name) }, { nodeId: node.id });
    }
  }
}

function checkVersion(node: CheckedNode, issues: IssueList): void {
  const version = node.node['version'];
  if (!node.definition || typeof version !== 'number' || version <= node.definition.version) return;
  const params = { version, known: node.definition.version };
  issues.error('NODE_VERSION_UNKNOWN', params, { nodeId: node.id, path: 'version' });
}

function checkConfig(node: CheckedNode, issues: IssueList): void {
  const { definition, reading, id: nodeId } = node;
  if (!definition || !reading) return;
  if (!reading.isValid) {
    for (const problem of describeConfigProblems(definition.config, reading.raw, reading.issues)) {
      issues.add(issues.errors, configIssue(problem, nodeId));
    }
    return;
  }
  for (const { path, key, known } of findUnknownKeys(definition.config, reading.raw)) {
    issues.warning('NODE_CONFIG_UNKNOWN_KEY', { key, nearest: nearestNames(key, known) }, { nodeId, path });
  }
  for (const found of definition.check?.(reading.config) ?? []) {
    issues.add(issues.errors, { ...found, node_id: nodeId });
  }
}

/** What an imported node was elsewhere, where its type here does not exist. */
function importedType({ node }: CheckedNode): string | undefined {
  const origin = node['origin'];
  const type = isJsonObject(origin) ? origin['type'] : undefined;
  return typeof type === 'string' ? type : undefined;
}

function checkType(node: CheckedNode, flow: CheckedFlow, issues: IssueList): void {
  const { type } = node.node;
  const imported = importedType(node);
  if (!node.definition && imported !== undefined) {
    const place = { nodeId: node.id, path: 'type' };
    issues.error('NODE_NOT_AVAILABLE', { type: shortened(imported) }, place);
  } else if (!node.definition) {
    const nearest = nearestNames(type, flow.catalogue.types);
    issues.error('NODE_TYPE_UNKNOWN', { type: shortened(type), nearest }, { nodeId: node.id, path: 'type' });
  } else if (node.definition.modes && !node.definition.modes.includes(flow.mode)) {
    issues.warning('NODE_TYPE_OTHER_MODE', { type, mode: flow.mode }, { nodeId: node.id, path: 'type' });
  }
}

/** Checks each node by itself: id, type, envelope, config, names of its outputs. */
export function checkNodes(flow: CheckedFlow, issues: IssueList): void {
  const seen = new Set<string>();
  for (const node of flow.nodes) {
    checkId(node, seen, issues);
    checkType(node, flow, issues);
    checkEnvelope(node, issues);
    checkVersion(node, issues);
    checkConfig(node, issues);
    checkOutputNames(node, issues);
  }
}

const isValueType = (type: string): type is ValueType => (VALUE_TYPES as readonly string[]).includes(type);

/** Checks the names, types and values of a flow's environment and conversation variables. */
export function checkVariables(flow: CheckedFlow, issues: IssueList): void {
  for (const scope of ['env', 'conversation'] as const) {
    const seen = new Set<string>();
    flow.document.variables[scope].forEach((variable, index) => {
      const { name, type } = variable;
      const path = `variables.${scope}[${index}].name`;
      const isReserved = PROTOTYPE_NAMES.has(name);
      if (isReserved || seen.has(name)) {
        issues.error(
          'VARIABLE_NAME_INVALID',
          { name, problem: isReserved ? 'reserved' : 'duplicate' },
          { path },
        );
      } else if (!VARIABLE_NAME_PATTERN.test(name)) {
        issues.error('VARIABLE_NAME_INVALID', { name: shortened(name) }, { path });
      }
      seen.add(name);
      const value = variable[scope === 'env' ? 'value' : 'default'] ?? null;
      if (value !== null && isValueType(type) && !matchesType(value, type)) {
        const shown =
          type === 'secret' ? (isJsonObject(value) ? 'an object' : typeof value) : describeValue(value);
        issues.warning('VARIABLE_DEFAULT_TYPE', { name, type, got: shown }, { path });
      }
    });
  }
}
