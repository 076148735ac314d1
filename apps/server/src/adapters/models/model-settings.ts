import type { ModelChoice } from '@heddle/engine';
import { Injectable } from '@nestjs/common';
import { ServerConfig } from '../../platform/config/server-config';
import type { ResolvedModel } from '../chat/resolved-model';

const OPENAI_URL = 'https://api.openai.com/v1';

/** Finds models in the settings of the server (`OPENAI_*`). */
@Injectable()
export class ModelSettings {
  constructor(private readonly config: ServerConfig) {}

  /** The model that a node means; undefined when the settings name none. */
  resolve(choice: ModelChoice): ResolvedModel | undefined {
    const { apiKey, baseUrl, model } = this.config.openai;
    const name = choice.model ?? model;
    const isReachable = apiKey !== undefined || baseUrl !== undefined;
    if (choice.modelInstanceId !== undefined || name === undefined || !isReachable) return undefined;
    return { baseURL: baseUrl ?? OPENAI_URL, apiKey: apiKey ?? '', model: name };
  }
}
