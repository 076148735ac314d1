import type { FlowIssue } from '@heddle/model';

type Params = Readonly<Record<string, unknown>>;

const word = (params: Params, name: string): string => String(params[name] ?? '');
const names = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(', ') : '');

/** English text of everything that an import or an export could not carry, by code. */
const MESSAGES = {
  DSL_VERSION_NEWER: (p: Params) =>
    `the file is of version ${word(p, 'version')}, newer than ${word(p, 'known')}: some of it may not be understood`,
  NODE_NOT_AVAILABLE: (p: Params) =>
    `there is no node for '${word(p, 'type')}' here yet; it is kept as it is, and the flow cannot be published with it`,
  NODE_OUTSIDE_FLOW: () =>
    'the node was not connected inside its container and never ran; it now stands outside of it',
  NODE_ID_CHANGED: (p: Params) => `the node's id '${word(p, 'from')}' is now '${word(p, 'to')}'`,
  NOTE_NOT_CARRIED: (p: Params) => `a note was left out: ${word(p, 'text')}`,
  EDGE_DROPPED: (p: Params) =>
    `a connection from '${word(p, 'source')}' to '${word(p, 'target')}' was left out: one of its ends does not exist`,
  FIELD_NOT_CARRIED: (p: Params) => `'${word(p, 'field')}' has no counterpart here and has no effect`,
  FEATURE_NOT_CARRIED: (p: Params) => `the feature '${word(p, 'feature')}' is kept but has no effect here`,
  VALUE_ADJUSTED: (p: Params) => `'${word(p, 'field')}' was ${word(p, 'from')} and is now ${word(p, 'to')}`,
  TEXT_READS_AS_REFERENCE: (p: Params) => `${word(p, 'text')} was plain text and is read as a reference here`,
  SECRET_BLANK: (p: Params) => `the secret '${word(p, 'name')}' is blank: enter it again`,
  KNOWLEDGE_NOT_CARRIED: () => 'knowledge bases are not part of the file: choose others',
  TOOL_TO_CHOOSE: (p: Params) =>
    `the tool '${word(p, 'tool')}' of '${word(p, 'provider')}' has to be chosen among the tools of this workspace`,
  MCP_TO_CHOOSE: (p: Params) =>
    `the tool '${word(p, 'tool')}' has to be chosen on an MCP server of this workspace, as '${word(p, 'provider')}'`,
  PLUGINS_NOT_CARRIED: (p: Params) => `plugins are not part of the file: ${names(p['plugins'])}`,
  NODE_NOT_IN_DIFY: (p: Params) =>
    `a ${word(p, 'type')} node does not exist in Dify and was left out; its neighbours are connected instead`,
  FIELD_NOT_IN_DIFY: (p: Params) => `'${word(p, 'field')}' does not exist in Dify and was left out`,
  REFERENCE_NOT_IN_DIFY: (p: Params) => `{{ ${word(p, 'reference')} }} means nothing in Dify`,
} as const satisfies Record<string, (params: Params) => string>;

/** A code of something that could not be carried. */
export type ExchangeCode = keyof typeof MESSAGES;

/** Every {@link ExchangeCode}, for whoever translates them. */
export const EXCHANGE_CODES = Object.keys(MESSAGES) as ExchangeCode[];

/** Where a finding belongs. */
export interface ExchangePlace {
  readonly nodeId?: string | undefined;
  readonly path?: string | undefined;
}

const MAX_WARNINGS = 500;

/** Gathers what could not be carried, up to a bound that keeps the answer readable. */
export class ExchangeWarnings {
  readonly list: FlowIssue[] = [];

  add(code: ExchangeCode, params: Params = {}, { nodeId, path }: ExchangePlace = {}): void {
    if (this.list.length >= MAX_WARNINGS) return;
    this.list.push({
      code,
      message: MESSAGES[code](params),
      ...(nodeId === undefined ? {} : { node_id: nodeId }),
      ...(path === undefined ? {} : { path }),
      params,
    });
  }
}
