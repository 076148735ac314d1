import {
  draftDocumentSchema,
  embeddedSources,
  isJsonObject,
  validateFlow,
  workspaceUses,
  type DraftDocument,
  type FlowIssue,
  type FlowMode,
  type FlowReport,
} from '@heddle/model';
import { catalogue } from '@heddle/nodes';
import { Sandbox } from '@heddle/sandbox';
import { Injectable } from '@nestjs/common';
import { WorkspaceModels } from '../models/workspace-models';
import { checkSchedules } from './cron-schedule';
import { checkModels, type ModelReport } from './model-check';
import { SecretNames } from './secret-names';
import { FlowsService, type FlowKey } from './flows.service';
import { PublishedFlows } from './published-flows';
import { WorkspaceUses } from './workspace-uses';
import { isFlowError } from '@heddle/model';

/** Which flow a document is checked for. */
export interface CheckedFlowKey {
  readonly workspaceId: string;
  readonly flowId: string;
  readonly mode: FlowMode;
}

/** Finds what is wrong with a flow: what the document shows, and what only the server knows. */
@Injectable()
export class FlowCheckService {
  constructor(
    private readonly flows: FlowsService,
    private readonly sandbox: Sandbox,
    private readonly secrets: SecretNames,
    private readonly published: PublishedFlows,
    private readonly models: WorkspaceModels,
    private readonly uses: WorkspaceUses,
  ) {}

  /** Checks a flow's draft, or another document as if it were its draft. */
  async validateDraft(key: FlowKey, definition?: DraftDocument): Promise<FlowReport> {
    const flow = await this.flows.entity(key);
    const document = definition ?? draftDocumentSchema.parse(flow.draft);
    return this.validate({ workspaceId: key.workspaceId, flowId: flow.id, mode: flow.flow_mode }, document);
  }

  /** Checks a document as the draft of a flow. */
  async validate(flow: CheckedFlowKey, document: DraftDocument): Promise<FlowReport> {
    const { workspaceId, mode } = flow;
    const { errors, warnings } = validateFlow(document, catalogue, mode);
    const [models, ...found] = await Promise.all([
      this.checkModels(workspaceId, document),
      this.checkSources(workspaceId, document),
      this.checkSecrets(workspaceId, document),
      this.uses.check(workspaceId, workspaceUses(document, catalogue)),
    ]);
    const all = [...errors, ...found.flat(), ...models.errors, ...checkSchedules(document)];
    return {
      errors: all.length > 0 ? all : await this.compile(flow, document),
      warnings: [...warnings, ...models.warnings],
    };
  }

  /** The engine has the last word: what it refuses must not be published. */
  private async compile(
    { workspaceId, flowId }: CheckedFlowKey,
    document: DraftDocument,
  ): Promise<FlowIssue[]> {
    try {
      await this.published.prepare(document, { workspaceId, chain: [flowId] });
      return [];
    } catch (error) {
      if (!isFlowError(error)) throw error;
      return [{ code: error.code, message: error.message, ...pick(error.details) }];
    }
  }

  private checkModels(workspaceId: string, document: DraftDocument): Promise<ModelReport> {
    return checkModels(document, async (choice) => {
      const chosen = await this.models.choose(workspaceId, 'llm', choice);
      return chosen.kind === 'none' ? chosen : undefined;
    });
  }

  private async checkSources(workspaceId: string, document: DraftDocument): Promise<FlowIssue[]> {
    const sources = embeddedSources(document, catalogue);
    if (sources.length === 0) return [];
    const problems = await this.sandbox.check(sources, { owner: workspaceId });
    return sources.flatMap(({ nodeId, path }, index): FlowIssue[] => {
      const problem = problems[index];
      if (!problem) return [];
      const { code, message, ...place } = problem;
      return [{ code, message, node_id: nodeId, path, params: place }];
    });
  }

  private async checkSecrets(workspaceId: string, document: DraftDocument): Promise<FlowIssue[]> {
    const used = document.nodes.flatMap((node) =>
      secretsIn(node.config).map(({ name, path }) => ({ name, path, nodeId: node.id })),
    );
    if (used.length === 0) return [];
    const known = await this.secrets.existing(workspaceId, [...new Set(used.map(({ name }) => name))]);
    return used
      .filter(({ name }) => !known.has(name))
      .map(({ name, path, nodeId }) => ({
        code: 'SECRET_NOT_FOUND',
        message: `the workspace has no secret '${name}'`,
        node_id: nodeId,
        path,
        params: { name },
      }));
  }
}

const pick = ({
  node_id,
  path,
}: {
  readonly node_id?: string;
  readonly path?: string;
}): Partial<FlowIssue> => ({
  ...(node_id === undefined ? {} : { node_id }),
  ...(path === undefined ? {} : { path }),
});

/** Finds `{"secret": "name"}` anywhere in a config. */
function secretsIn(config: unknown, at = ''): { name: string; path: string }[] {
  if (Array.isArray(config))
    return config.flatMap((item: unknown, index) => secretsIn(item, `${at}[${index}]`));
  if (!isJsonObject(config)) return [];
  const { secret, ...others } = config;
  if (typeof secret === 'string' && Object.keys(others).length === 0) return [{ name: secret, path: at }];
  return Object.entries(config).flatMap(([key, item]) => secretsIn(item, at === '' ? key : `${at}.${key}`));
}
