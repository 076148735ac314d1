import type { EnginePorts } from '@heddle/engine';
import { Sandbox } from '@heddle/sandbox';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Conversations } from '../../adapters/history/conversations';
import { EngineSandbox } from '../../adapters/sandbox/engine-sandbox';
import { FilesService } from '../files/files.service';
import { SecretsService } from '../secrets/secrets.service';
import { OutsidePorts } from './outside-ports';

const MAX_WORKSPACES = 1_000;

/** Gives runs of a workspace everything that lies outside of them; the one place where ports meet real parts. */
@Injectable()
export class EnginePortsFactory {
  private readonly ports = new LRUCache<string, EnginePorts>({ max: MAX_WORKSPACES });

  constructor(
    private readonly outside: OutsidePorts,
    private readonly sandbox: Sandbox,
    private readonly files: FilesService,
    private readonly secrets: SecretsService,
    private readonly history: Conversations,
  ) {}

  for(workspaceId: string): EnginePorts {
    const known = this.ports.get(workspaceId);
    if (known) return known;
    const { files, secrets, history } = this;
    const { chat, embedding, rerank, http, mail, tools, mcp } = this.outside;
    const sandbox = new EngineSandbox(this.sandbox, workspaceId);
    const ports = {
      ...{ chat, embedding, rerank },
      ...{ http, mail, tools, mcp, files, secrets, history, sandbox },
    };
    this.ports.set(workspaceId, ports);
    return ports;
  }
}
