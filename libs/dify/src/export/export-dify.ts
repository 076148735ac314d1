import type { FlowDocument, FlowIssue, FlowMode, JsonObject } from '@heddle/model';
import { ExchangeWarnings } from '../exchange-issue';
import { KNOWN_DSL_VERSION } from '../import/import-dify';
import { writeConstant, writeType } from '../nodes/value-types';
import type { ExportScope } from './node-writer';
import { writeGraph } from './write-graph';

/** A flow with what a file says about it. */
export interface NamedFlow {
  readonly name: string;
  readonly mode: FlowMode;
  readonly description: string;
  readonly definition: FlowDocument;
}

/** A file for Dify, and what it could not take. */
export interface ExportedFlow {
  readonly data: JsonObject;
  readonly warnings: readonly FlowIssue[];
}

const MAX_DESCRIPTION = 255;
const ENV_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'secret']);

function writeEnvironment({ variables }: FlowDocument, warnings: ExchangeWarnings): JsonObject[] {
  return variables.env.map(({ name, type, value }) => {
    const isSecret = type === 'secret';
    if (isSecret && value !== '' && value !== null) {
      warnings.add('SECRET_BLANK', { name }, { path: 'variables.env' });
    }
    if (!ENV_TYPES.has(type)) warnings.add('FIELD_NOT_IN_DIFY', { field: `${name}: ${type}` });
    return {
      id: `env-${name}`,
      name,
      value_type: ENV_TYPES.has(type) ? type : 'string',
      value: isSecret ? '' : writeConstant(value),
      description: '',
      selector: ['env', name],
    };
  });
}

const writeConversation = ({ variables }: FlowDocument): JsonObject[] =>
  variables.conversation.map(({ name, type, default: value }) => ({
    id: `conversation-${name}`,
    name,
    value_type: writeType(type),
    value: value ?? (type.startsWith('array') ? [] : type === 'object' ? {} : ''),
    description: '',
    selector: ['conversation', name],
  }));

function writeFeatures({ features }: FlowDocument): JsonObject {
  const { compat: _compat, ...others } = features;
  return others;
}

/** Writes a flow as a file that Dify opens; what Dify has no word for is left out and said. */
export function exportDify(flow: NamedFlow, { types }: { readonly types: Iterable<string> }): ExportedFlow {
  const { name, mode, description, definition } = flow;
  const warnings = new ExchangeWarnings();
  const scope: ExportScope = {
    mode,
    document: definition,
    byId: new Map(definition.nodes.map((node) => [node.id, node])),
    warnings,
    types: new Set(types),
  };
  const data: JsonObject = {
    version: KNOWN_DSL_VERSION,
    kind: 'app',
    app: {
      name,
      mode: mode === 'chatflow' ? 'advanced-chat' : 'workflow',
      icon: '🤖',
      icon_type: 'emoji',
      icon_background: '#FFEAD5',
      description: description.slice(0, MAX_DESCRIPTION),
      use_icon_as_answer_icon: false,
    },
    dependencies: [],
    workflow: {
      graph: writeGraph(scope),
      features: writeFeatures(definition),
      environment_variables: writeEnvironment(definition, warnings),
      conversation_variables: writeConversation(definition),
    },
  };
  return { data, warnings: warnings.list };
}
