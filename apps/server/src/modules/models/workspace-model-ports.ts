import type { ChatPort, EmbeddingPort, RerankPort } from '@heddle/engine';
import { Injectable } from '@nestjs/common';
import { LocalEmbedding } from '../../adapters/embedding-local/local-embedding';
import { createLocalEmbeddingPort } from '../../adapters/embedding-local/local-embedding-port';
import { ProviderFetch } from '../../adapters/models/provider-fetch';
import { createModelPorts, type ModelPorts } from '../../adapters/models/runtime/model-ports';
import { SharedAllowance } from '../../adapters/models/runtime/shared-allowance';
import { ServerConfig } from '../../platform/config/server-config';
import { RateLimits } from '../../platform/rate-limit/rate-limits';
import { ModelCallRecorder } from './model-call-recorder';
import { WorkspaceModels } from './workspace-models';

/** What everything that asks models goes through: the models of workspaces, counted and watched. */
@Injectable()
export class WorkspaceModelPorts implements ModelPorts {
  readonly chat: ChatPort;
  readonly embedding: EmbeddingPort;
  readonly rerank: RerankPort;

  constructor(
    directory: WorkspaceModels,
    observer: ModelCallRecorder,
    { fetch }: ProviderFetch,
    rates: RateLimits,
    embedding: LocalEmbedding,
    { modelLimits: workspaceLimits }: ServerConfig,
  ) {
    const ports = createModelPorts({
      ...{ directory, observer, fetch, workspaceLimits },
      allowance: new SharedAllowance(rates),
      localEmbedding: createLocalEmbeddingPort(embedding),
    });
    this.chat = ports.chat;
    this.embedding = ports.embedding;
    this.rerank = ports.rerank;
  }
}
