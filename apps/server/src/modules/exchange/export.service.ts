import type { ExportFormat } from '@heddle/contracts';
import { exportDify, writeNativeFlow, writeYaml } from '@heddle/dify';
import {
  draftDocumentSchema,
  flowDocumentSchema,
  readNodeConfig,
  withOlderEnvelope,
  withoutSecrets,
  type BlankedSecret,
  type DraftDocument,
  type DraftNode,
  type FlowDocument,
  type FlowIssue,
  type JsonObject,
} from '@heddle/model';
import { catalogue } from '@heddle/nodes';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import type { FlowEntity } from '../flows/entities/flow.entity';
import { FlowsService } from '../flows/flows.service';
import { exchangeErrors } from './exchange-errors';

/** A flow as the text of a file. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  /** How many things the file could not take. */
  readonly warnings: number;
}

/** The node in the shape of today, so that a file holds one shape only. */
function upToDate(stored: DraftNode): DraftNode {
  const definition = catalogue.get(stored.type);
  if (!definition) return stored;
  const node = withOlderEnvelope(stored, definition);
  const reading = readNodeConfig(node, definition);
  return reading.isValid ? { ...node, config: reading.raw, version: definition.version } : node;
}

function completeDocument(document: DraftDocument): FlowDocument {
  const parsed = flowDocumentSchema.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String).join('.');
  throw exchangeErrors.DRAFT_INCOMPLETE({ path, reason: issue?.message ?? '' });
}

const blankIssue = ({ name, path, nodeId }: BlankedSecret): FlowIssue => ({
  code: 'SECRET_BLANK',
  message: `the secret '${name}' is blank`,
  path,
  ...(nodeId === undefined ? {} : { node_id: nodeId }),
  params: { name },
});

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** What could not be carried, where readers of the file see it first. */
function heading(warnings: readonly FlowIssue[]): string {
  if (warnings.length === 0) return '';
  const lines = warnings.map(
    ({ message, node_id: node }) =>
      `#   ${node === undefined ? '' : `${oneLine(node)}: `}${oneLine(message)}`,
  );
  return ['# Not part of this file:', ...lines, '', ''].join('\n');
}

const fileName = (name: string, format: ExportFormat): string => {
  const plain = name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, '_').slice(0, 80) || 'flow';
  return `${plain}.${format === 'dify' ? 'dify' : 'heddle'}.yml`;
};

/** Writes flows as files. */
@Injectable()
export class ExportService {
  constructor(
    private readonly flows: FlowsService,
    private readonly audit: AuditTrail,
  ) {}

  /** The draft as a file, without secrets. @throws DRAFT_INCOMPLETE */
  async export(actor: Actor, id: string, format: ExportFormat): Promise<ExportedFile> {
    const flow = await this.flows.entity({ workspaceId: actor.workspaceId, id });
    const draft = draftDocumentSchema.parse(flow.draft);
    const current = { ...draft, nodes: draft.nodes.map(upToDate) };
    const { document, blanked } = withoutSecrets(current, catalogue);
    const { data, warnings } = format === 'dify' ? forDify(flow, document) : native(flow, document);
    const all = [...blanked.map(blankIssue), ...warnings];
    await this.audit.recordAlone(actor, { action: 'flow.exported', target: flow, details: { format } });
    return {
      name: fileName(flow.name, format),
      text: heading(all) + writeYaml(data),
      warnings: all.length,
    };
  }
}

interface Written {
  readonly data: JsonObject;
  readonly warnings: readonly FlowIssue[];
}

function forDify({ name, flow_mode: mode, description }: FlowEntity, document: DraftDocument): Written {
  const definition = completeDocument(document);
  return exportDify({ name, mode, description, definition }, { types: catalogue.types });
}

function native(
  { name, flow_mode: mode, description, tags }: FlowEntity,
  definition: DraftDocument,
): Written {
  return { data: writeNativeFlow({ name, mode, description, tags, definition }), warnings: [] };
}
