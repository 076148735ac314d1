import { createFlowBodySchema, type ImportedFlowAnswer } from '@heddle/contracts';
import { difyErrors, importDify, isDifyDsl, isNativeFlow, readDifyDsl, readNativeFlow } from '@heddle/dify';
import { isFlowError, type FlowIssue } from '@heddle/model';
import { catalogue } from '@heddle/nodes';
import { Sandbox } from '@heddle/sandbox';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { parseJsonBody } from '../../platform/http/json-body';
import { parseBody } from '../../platform/http/request-input';
import { FlowsService } from '../flows/flows.service';
import { exchangeErrors } from './exchange-errors';
import { importText } from './import-file';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 2_000;
const UNNAMED = 'Imported flow';

interface FoundFlow {
  readonly name: string;
  readonly mode: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly definition: object;
  readonly warnings: readonly FlowIssue[];
}

/** One line, as names are. */
const lineOf = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .trim();

/** Makes flows of files. */
@Injectable()
export class ImportService {
  constructor(
    private readonly flows: FlowsService,
    private readonly sandbox: Sandbox,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws DSL_SYNTAX, DSL_INVALID, DSL_LIMIT, IMPORT_UNKNOWN and what reading JSON throws */
  async import(actor: Actor, bytes: Uint8Array): Promise<ImportedFlowAnswer> {
    const data = await this.parse(actor, bytes);
    const { warnings, ...found } = flowOf(data);
    const body = parseBody(createFlowBodySchema, {
      ...found,
      name: lineOf(found.name) || UNNAMED,
      description: found.description.slice(0, MAX_DESCRIPTION),
    });
    const flow = await this.flows.create(actor, body);
    await this.audit.recordAlone(actor, { action: 'flow.imported', target: flow });
    return { flow, warnings: [...warnings] };
  }

  /** Documents are parsed in the sandbox, where a bomb ends with its process; JSON as every body is. */
  private async parse({ workspaceId }: Actor, bytes: Uint8Array): Promise<unknown> {
    const text = importText(bytes);
    if (text.trim() === '') throw exchangeErrors.IMPORT_EMPTY({});
    if (text.trimStart().startsWith('{')) return parseJsonBody(bytes);
    try {
      const job = { kind: 'document', format: 'yaml', text } as const;
      return (await this.sandbox.run(job, { owner: workspaceId })).value;
    } catch (error) {
      if (!isFlowError(error, 'DOC_CORRUPT')) throw error;
      const { line, column, reason } = error.details;
      throw difyErrors.DSL_SYNTAX(
        {
          reason: typeof reason === 'string' ? reason : error.message,
          ...(typeof line === 'number' ? { line } : {}),
          ...(typeof column === 'number' ? { column } : {}),
        },
        error,
      );
    }
  }
}

function flowOf(data: unknown): FoundFlow {
  if (isNativeFlow(data)) return readNativeFlow(data);
  if (!isDifyDsl(data)) throw exchangeErrors.IMPORT_UNKNOWN({});
  return { ...importDify(readDifyDsl(data), { types: catalogue.types }), tags: [] };
}
