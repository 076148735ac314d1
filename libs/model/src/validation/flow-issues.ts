import type { FlowIssue } from '../definition/node-definition';

/** Nodes that one flow may hold. */
export const MAX_FLOW_NODES = 5_000;
/** Connections that one flow may hold. */
export const MAX_FLOW_EDGES = 20_000;
/** Containers inside containers. */
export const MAX_FLOW_DEPTH = 10;

type Params = Readonly<Record<string, unknown>>;

const count = (value: unknown): string => Number(value).toLocaleString('en-US');
const hint = (names: unknown, label = 'did you mean'): string =>
  Array.isArray(names) && names.length > 0
    ? `; ${label} ${names.map((name) => `'${String(name)}'`).join(' or ')}?`
    : '';

/** English text of every finding of the static checks, by code. */
const MESSAGES = {
  FLOW_EMPTY: () => 'the flow has no nodes',
  FLOW_TOO_LARGE: (p: Params) =>
    `the flow has ${count(p['count'])} ${String(p['what'])}, limit ${count(p['limit'])}`,
  FLOW_TOO_DEEP: (p: Params) =>
    `'${String(p['node'])}' lies ${count(p['depth'])} containers deep, limit ${count(p['limit'])}`,
  FLOW_NO_START: () => 'the flow has no start node',
  FLOW_MANY_STARTS: (p: Params) =>
    `only one start of kind manual or api is possible, found ${(p['nodes'] as string[]).map((id) => `'${id}'`).join(', ')}`,
  FLOW_NO_END: (p: Params) =>
    p['mode'] === 'chatflow' ? 'no node answers: add an answer' : 'no node returns anything: add an output',
  FLOW_CYCLE: (p: Params) => `nodes wait for each other: ${String(p['chain'])}`,
  FLOW_UNREACHABLE: (p: Params) => `no way leads from a start to '${String(p['node'])}'`,
  EDGE_SOURCE_MISSING: (p: Params) =>
    `edge '${String(p['edge'])}' comes from '${String(p['source'])}', which does not exist`,
  EDGE_TARGET_MISSING: (p: Params) =>
    `edge '${String(p['edge'])}' leads to '${String(p['target'])}', which does not exist`,
  EDGE_HANDLE_MISSING: (p: Params) =>
    `'${String(p['node'])}' has no way out '${String(p['handle'])}'${hint(p['handles'], 'it has')}`,
  EDGE_INTO_START: (p: Params) => `'${String(p['node'])}' begins the flow, nothing can lead to it`,
  EDGE_CROSSES_CONTAINER: (p: Params) =>
    `edge '${String(p['edge'])}' crosses the border of a container: '${String(p['source'])}' and '${String(p['target'])}' must lie in the same one`,
  NODE_ID_DUPLICATE: (p: Params) => `two nodes have the id '${String(p['node'])}'`,
  NODE_ID_INVALID: (p: Params) =>
    p['reserved'] === true
      ? `'${String(p['node'])}' is a reserved word, choose another id`
      : `node id '${String(p['node'])}': expected 1-64 letters, digits, _ and -`,
  NODE_PARENT_INVALID: (p: Params) =>
    `'${String(p['parent'])}' is not a container that could hold '${String(p['node'])}'`,
  START_INSIDE_CONTAINER: (p: Params) =>
    `'${String(p['node'])}' begins the flow, so it cannot lie inside a container`,
  EXIT_OUTSIDE_LOOP: (p: Params) => `'${String(p['node'])}' leaves a loop, but lies inside none`,
  CONTAINER_EMPTY: (p: Params) => `nothing stands inside '${String(p['node'])}'`,
  NODE_TYPE_UNKNOWN: (p: Params) => `node type '${String(p['type'])}' is not known${hint(p['nearest'])}`,
  NODE_NOT_AVAILABLE: (p: Params) =>
    `there is no node for '${String(p['type'])}' here; the node is kept as it was imported`,
  NODE_TYPE_OTHER_MODE: (p: Params) => `a ${String(p['type'])} node has no effect in a ${String(p['mode'])}`,
  NODE_CONFIG_INVALID: (p: Params) =>
    `${p['path'] === '' ? 'config' : String(p['path'])}: expected ${String(p['expected'])}, got ${String(p['got'])}`,
  NODE_CONFIG_UNKNOWN_KEY: (p: Params) =>
    `'${String(p['key'])}' means nothing to this node${hint(p['nearest'])}`,
  NODE_VERSION_UNKNOWN: (p: Params) =>
    `the node was made for version ${count(p['version'])} of its type, this server knows ${count(p['known'])}`,
  VARIABLE_NAME_INVALID: (p: Params) => {
    if (p['problem'] === 'reserved') return `variable name '${String(p['name'])}' is a reserved word`;
    if (p['problem'] === 'duplicate') return `two variables have the name '${String(p['name'])}'`;
    return `variable name '${String(p['name'])}': expected letters, digits, _ and -, beginning with a letter or _`;
  },
  VARIABLE_DEFAULT_TYPE: (p: Params) =>
    `variable '${String(p['name'])}' is declared as ${String(p['type'])}, but its value is ${String(p['got'])}`,
  VARIABLE_UNKNOWN: (p: Params) => `{{ ${String(p['reference'])} }} names nothing${hint(p['nearest'])}`,
  VARIABLE_NOT_YET_AVAILABLE: (p: Params) =>
    `{{ ${String(p['reference'])} }} is not known here: '${String(p['node'])}' does not run before this node`,
  VARIABLE_OUT_OF_SCOPE: (p: Params) =>
    p['node'] === undefined
      ? `{{ ${String(p['reference'])} }} exists only inside a container`
      : `{{ ${String(p['reference'])} }} cannot be seen from here: '${String(p['node'])}' lies inside another container`,
  VARIABLE_TYPE_MISMATCH: (p: Params) =>
    `{{ ${String(p['reference'])} }} is ${String(p['type'])}, expected ${String(p['expected'])}`,
  CHATFLOW_WITHOUT_MODEL: () =>
    'no language model or agent in this chatflow: it answers with fixed text only',
} as const satisfies Record<string, (params: Params) => string>;

/** A code that the static checks may report. */
export type FlowIssueCode = keyof typeof MESSAGES;

/** Every code of the static checks; the web app has words for each. */
export const FLOW_ISSUE_CODES = Object.keys(MESSAGES) as readonly FlowIssueCode[];

/** Where a finding belongs. */
export interface IssuePlace {
  readonly nodeId?: string;
  /** Relative to the node's config for config fields, a field of the envelope, or `edges[i]`, `variables.env[i]`. */
  readonly path?: string;
}

/** Makes a finding with its text. */
export function flowIssue(code: FlowIssueCode, params: Params = {}, place: IssuePlace = {}): FlowIssue {
  return {
    code,
    message: MESSAGES[code](params),
    ...(place.nodeId === undefined ? {} : { node_id: place.nodeId }),
    ...(place.path === undefined ? {} : { path: place.path }),
    params,
  };
}

const MAX_ISSUES = 1_000;

/** Gathers findings, up to a bound that keeps the answer readable. */
export class IssueList {
  readonly errors: FlowIssue[] = [];
  readonly warnings: FlowIssue[] = [];

  error(code: FlowIssueCode, params?: Params, place?: IssuePlace): void {
    this.add(this.errors, flowIssue(code, params, place));
  }

  warning(code: FlowIssueCode, params?: Params, place?: IssuePlace): void {
    this.add(this.warnings, flowIssue(code, params, place));
  }

  add(list: FlowIssue[], issue: FlowIssue): void {
    if (list.length < MAX_ISSUES) list.push(issue);
  }
}
