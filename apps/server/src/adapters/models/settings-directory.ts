import type { ModelType } from '@heddle/contracts';
import type { ModelChoice } from '@heddle/engine';
import { Injectable } from '@nestjs/common';
import type { ModelDirectory } from './model-directory';
import { ModelSettings } from './model-settings';
import type { ModelTarget } from './model-target';

/** Knows the one model of the server's settings (`OPENAI_*`), which answers questions and does nothing else. */
@Injectable()
export class SettingsDirectory implements ModelDirectory {
  constructor(private readonly settings: ModelSettings) {}

  find(_workspaceId: string, type: ModelType, choice: ModelChoice): Promise<readonly ModelTarget[]> {
    const target = type === 'llm' ? this.settings.resolve(choice) : undefined;
    return Promise.resolve(target ? [target] : []);
  }
}
