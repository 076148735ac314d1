import type { ChatMessage } from '@heddle/engine';
import { Injectable } from '@nestjs/common';
import { ModelPorts } from '../../adapters/models/runtime/model-ports';

const PATIENCE_MS = 30_000;

/** Asks the default model of a workspace small questions that belong to no run. */
@Injectable()
export class ModelAnswers {
  constructor(private readonly models: ModelPorts) {}

  /** @throws MODEL_NOT_CONFIGURED and what models throw */
  async ask(workspaceId: string, messages: readonly ChatMessage[], maxTokens: number): Promise<string> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    let text = '';
    const request = { workspaceId, messages, maxTokens };
    for await (const chunk of this.models.chat.stream(request, signal)) {
      if (chunk.type === 'text') text += chunk.text;
    }
    signal.throwIfAborted();
    return text;
  }
}
