import type { ImportedTools, ImportPreview, ImportToolsBody, ToolAuthBody } from '@heddle/contracts';
import { isJsonObject, type Json } from '@heddle/model';
import { Sandbox } from '@heddle/sandbox';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Outbound } from '../../adapters/http/outbound';
import { statusFailure, textOf, toolRequest } from '../../adapters/tools/http-text';
import type { ImportedTool } from '../../adapters/tools/openapi/operation';
import { readOpenApi, type OpenApiOffer } from '../../adapters/tools/openapi/read-document';
import { toolErrors } from '../../adapters/tools/tool-errors';
import type { Actor } from '../../platform/auth/actor';
import { SecretBox } from '../../platform/crypto/secret-box';
import { BUILTIN_TOOLS } from '../../adapters/tools/builtin/builtin-tools';
import { placeOfSource } from './tool-calls';
import type { NewToolSource } from './tool-source.entity';
import type { NewTool } from './tool.entity';
import { ToolsRepository } from './tools.repository';
import { ToolsService } from './tools.service';

const MAX_NAME = 64;

/** The name, or the first one like it that is free. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) {
    const suffix = `_${number}`;
    name = wanted.slice(0, MAX_NAME - suffix.length) + suffix;
  }
  taken.add(name);
  return name;
}

/** Makes tools of OpenAPI documents. */
@Injectable()
export class ToolImportService {
  constructor(
    private readonly tools: ToolsRepository,
    private readonly service: ToolsService,
    private readonly outbound: Outbound,
    private readonly sandbox: Sandbox,
    private readonly box: SecretBox,
  ) {}

  /** @throws OPENAPI_INVALID, DOC_CORRUPT, DOC_LIMIT, and what fetching the document throws */
  async import(actor: Actor, body: ImportToolsBody): Promise<ImportedTools> {
    const offer = await this.offer(actor, body);
    const source = this.source(actor, offer, body);
    const rows = await this.rows(actor, offer.tools, source.id);
    await this.service.insert(
      actor,
      { source, tools: rows },
      { action: 'tool.imported', target: source, details: { tools: rows.map(({ name }) => name) } },
    );
    const tools = await Promise.all(rows.map(({ id }) => this.service.get(actor, id)));
    return { tools, warnings: offer.warnings.map(({ message }) => message) };
  }

  /** What would be imported. @throws OPENAPI_INVALID, DOC_CORRUPT, DOC_LIMIT, and what fetching the document throws */
  async preview(actor: Actor, body: ImportToolsBody): Promise<ImportPreview> {
    const offer = await this.offer(actor, body);
    const taken = await this.takenNames(actor);
    const { credential: _, ...auth }: ToolAuthBody = body.auth ?? offer.auth;
    return {
      name: body.name ?? offer.title,
      server_url: body.server_url ?? offer.serverUrl ?? null,
      auth,
      operations: offer.tools.map(({ name, description, parameters, operation }) => ({
        name,
        tool_name: freeName(name, taken),
        operation: `${operation.method} ${operation.path}`,
        description,
        parameters,
      })),
      warnings: [...offer.warnings],
    };
  }

  private async offer(actor: Actor, body: ImportToolsBody): Promise<OpenApiOffer> {
    const document = await this.document(actor, body);
    return readOpenApi(document, { url: body.url, operations: body.operations });
  }

  private async document(actor: Actor, { document, url }: ImportToolsBody): Promise<Json> {
    if (isJsonObject(document)) return document;
    const text = typeof document === 'string' ? document : await this.fetch(url ?? '');
    const format = text.trimStart().startsWith('{') ? 'json' : 'yaml';
    const { value } = await this.sandbox.run(
      { kind: 'document', format, text },
      { owner: actor.workspaceId },
    );
    return value;
  }

  private async fetch(url: string): Promise<string> {
    const request = toolRequest({ method: 'GET', url, headers: [['accept', 'application/json, */*']] });
    const response = await this.outbound.http.request(request, new AbortController().signal);
    if (response.status >= 400) throw statusFailure('the import', response);
    return textOf(response);
  }

  private source(actor: Actor, offer: OpenApiOffer, body: ImportToolsBody): NewToolSource {
    const url = body.server_url ?? offer.serverUrl;
    if (url === undefined) {
      throw toolErrors.OPENAPI_INVALID({ reason: 'it does not say where the service is; give server_url' });
    }
    const { credential = '', ...auth }: ToolAuthBody = body.auth ?? offer.auth;
    const id = randomUUID();
    const sealed = credential === '' ? null : this.box.seal(credential, placeOfSource(id));
    return {
      id,
      workspace_id: actor.workspaceId,
      name: body.name ?? offer.title,
      server_url: url,
      auth,
      sealed,
    };
  }

  private async takenNames({ workspaceId }: Actor): Promise<Set<string>> {
    return new Set([...(await this.tools.names(workspaceId)), ...BUILTIN_TOOLS.map(({ name }) => name)]);
  }

  private async rows(actor: Actor, tools: readonly ImportedTool[], sourceId: string): Promise<NewTool[]> {
    const { workspaceId, userId } = actor;
    const taken = await this.takenNames(actor);
    return tools.map(({ name, description, parameters, operation }) => ({
      id: randomUUID(),
      workspace_id: workspaceId,
      source_id: sourceId,
      kind: 'openapi',
      name: freeName(name, taken),
      description,
      definition: { kind: 'openapi', operation, parameters },
      created_by: userId,
    }));
  }
}
