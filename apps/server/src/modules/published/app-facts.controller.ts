import type { JsonObject } from '@heddle/model';
import type { TriggerConfig } from '@heddle/nodes';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GuardedBy } from '../../platform/auth/access';
import { ServerConfig } from '../../platform/config/server-config';
import type { KeyHolder } from '../flows/api-keys.service';
import { entryNode } from '../flows/runnable-flow';
import { ApiKeyGuard, CallingKey, KeyScope } from './api-key.guard';
import { difyParameters } from './dify-parameters';
import { PublishedCalls } from './published-calls';

/** What published flows are and want, as Dify's service API has it. */
@ApiTags('published flows')
@GuardedBy(ApiKeyGuard)
@Controller('v1')
export class AppFactsController {
  constructor(
    private readonly calls: PublishedCalls,
    private readonly config: ServerConfig,
  ) {}

  @Get('parameters')
  @KeyScope('read')
  async parameters(@CallingKey() holder: KeyHolder): Promise<JsonObject> {
    const { runnable } = await this.calls.target(holder);
    const start = entryNode(runnable.compiled);
    const config = start?.definition.type === 'trigger' ? (start.config as TriggerConfig) : undefined;
    return difyParameters(runnable.features, config, this.config.maxFileBytes);
  }

  @Get('info')
  @KeyScope('read')
  async info(@CallingKey() holder: KeyHolder): Promise<JsonObject> {
    const { name, description, tags, mode, authorName } = await this.calls.flowOf(holder);
    return {
      name,
      description,
      tags: [...tags],
      mode: mode === 'chatflow' ? 'advanced-chat' : 'workflow',
      author_name: authorName,
    };
  }

  /** Tools have no pictures of their own here. */
  @Get('meta')
  @KeyScope('read')
  async meta(@CallingKey() holder: KeyHolder): Promise<JsonObject> {
    await this.calls.flowOf(holder);
    return { tool_icons: {} };
  }

  @Get('site')
  @KeyScope('read')
  async site(@CallingKey() holder: KeyHolder): Promise<JsonObject> {
    const { name, description } = await this.calls.flowOf(holder);
    return {
      title: name,
      chat_color_theme: null,
      chat_color_theme_inverted: false,
      icon_type: null,
      icon: null,
      icon_background: null,
      icon_url: null,
      description,
      copyright: null,
      privacy_policy: null,
      custom_disclaimer: '',
      default_language: 'en-US',
      show_workflow_steps: true,
      use_icon_as_answer_icon: false,
    };
  }
}
