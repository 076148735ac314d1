import type { ToolCall, ToolDescription, ToolReference, ToolResult, ToolsPort } from '@heddle/engine';
import { Sandbox } from '@heddle/sandbox';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Outbound } from '../../adapters/http/outbound';
import { EngineSandbox } from '../../adapters/sandbox/engine-sandbox';
import type { BuiltinTool, ToolAnswer } from '../../adapters/tools/builtin/builtin-tool';
import { builtinTool } from '../../adapters/tools/builtin/builtin-tools';
import { callOperation } from '../../adapters/tools/openapi/call-operation';
import { toolErrors } from '../../adapters/tools/tool-errors';
import { searchWeb, SEARCH_DESCRIPTION, SEARCH_PARAMETERS } from '../../adapters/tools/web-search';
import { SecretBox } from '../../platform/crypto/secret-box';
import { FilesService } from '../files/files.service';
import { FlowTools } from './flow-tools';
import { openAccess } from '../../adapters/tools/service-credential';
import type { ToolSourceEntity } from './tool-source.entity';
import { definitionOf } from './tool.entity';
import { ToolsRepository, type ToolRow } from './tools.repository';

/** Flows name the search of their workspace by this, so that they work in another workspace too. */
const SEARCH_ID = 'web_search';

type Found = { readonly builtin: BuiltinTool } | { readonly row: ToolRow };

const resultOf = ({ json = null, text }: ToolAnswer): ToolResult => ({
  text: text ?? JSON.stringify(json),
  json,
  files: [],
});

/** The place that a service's credential is sealed for. */
export const placeOfSource = (rowId: string) => ({ table: 'tool_sources', column: 'sealed', rowId }) as const;

/** Calls tools for runs. */
@Injectable()
export class ToolCalls implements ToolsPort {
  constructor(
    private readonly tools: ToolsRepository,
    private readonly flows: FlowTools,
    private readonly files: FilesService,
    private readonly outbound: Outbound,
    private readonly sandbox: Sandbox,
    private readonly box: SecretBox,
  ) {}

  async describe(workspaceId: string, reference: ToolReference): Promise<ToolDescription> {
    if (reference.type === 'flow') {
      return this.flows.describe(workspaceId, { flowId: reference.id, version: null });
    }
    const found = await this.find(workspaceId, reference.id);
    if ('row' in found) return this.describeRow(found.row);
    const { name, description, parameters } = found.builtin;
    return { name, description: description.en, parameters };
  }

  async call(call: ToolCall, signal: AbortSignal): Promise<ToolResult> {
    signal.throwIfAborted();
    const { tool, caller } = call;
    if (tool.type === 'flow') {
      return this.flows.call({ name: 'flow', flowId: tool.id, version: null }, call, signal);
    }
    const found = await this.find(caller.workspaceId, tool.id);
    if ('row' in found) return this.callRow(found.row, call, signal);
    const sandbox = new EngineSandbox(this.sandbox, caller.workspaceId);
    const means = { http: this.outbound.http, sandbox, signal, now: () => new Date() };
    return resultOf(await found.builtin.run(call.arguments, means));
  }

  private async describeRow({ tool }: ToolRow): Promise<ToolDescription> {
    const { name, description, workspace_id: workspaceId } = tool;
    const definition = definitionOf(tool);
    switch (definition.kind) {
      case 'openapi':
        return { name, description, parameters: definition.parameters };
      case 'web_search':
        return { name, description: description || SEARCH_DESCRIPTION.en, parameters: SEARCH_PARAMETERS };
      case 'flow': {
        const { flow_id: flowId, version } = definition;
        const flow = await this.flows.describe(workspaceId, { flowId, version });
        return { name, description: description || flow.description, parameters: flow.parameters };
      }
    }
  }

  private async callRow({ tool, source }: ToolRow, call: ToolCall, signal: AbortSignal): Promise<ToolResult> {
    const { name, workspace_id: workspaceId } = tool;
    const definition = definitionOf(tool);
    if (definition.kind === 'flow') {
      return this.flows.call({ name, flowId: definition.flow_id, version: definition.version }, call, signal);
    }
    if (!source) throw toolErrors.TOOL_NOT_FOUND({ tool: name });
    const access = this.access(source);
    const { http } = this.outbound;
    if (definition.kind === 'web_search') {
      const search = { tool: name, provider: definition.provider, access };
      return resultOf(await searchWeb(search, call.arguments, { http, signal }));
    }
    const { arguments: given, idempotencyKey } = call;
    return callOperation(
      { tool: name, operation: definition.operation, access, arguments: given, workspaceId, idempotencyKey },
      { http, files: this.files, signal },
    );
  }

  private access(source: ToolSourceEntity) {
    const { auth, sealed, server_url: serverUrl, id } = source;
    return openAccess({ auth, sealed, serverUrl }, this.box, placeOfSource(id));
  }

  private async find(workspaceId: string, id: string): Promise<Found> {
    const builtin = builtinTool(id);
    if (builtin) return { builtin };
    const row =
      id === SEARCH_ID
        ? await this.tools.findSearch(workspaceId)
        : z.uuid().safeParse(id).success
          ? await this.tools.find(workspaceId, id)
          : undefined;
    if (!row) throw toolErrors.TOOL_NOT_FOUND({ tool: id });
    if (!row.tool.is_enabled) throw toolErrors.TOOL_DISABLED({ tool: row.tool.name });
    return { row };
  }
}
