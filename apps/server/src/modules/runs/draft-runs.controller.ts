import { runFlowBodySchema, runResultSchema, type RunFlowBody, type RunResultBody } from '@heddle/contracts';
import type { Json, JsonObject } from '@heddle/model';
import { Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody } from '../../platform/http/request-input';
import { runResultBody } from './run-answers';
import { RunCalls } from './run-calls';
import { streamRun } from './run-stream';
import { RunTargets } from './run-targets';

/** Runs of drafts from the console. They go on when their caller leaves: whoever started one may look at it later. */
@ApiTags('runs')
@Controller('api/flow/definitions/:id')
export class DraftRunsController {
  constructor(
    private readonly targets: RunTargets,
    private readonly calls: RunCalls,
  ) {}

  @Post('run')
  @HttpCode(200)
  @Require('flow.run')
  @Answers(runResultSchema)
  async run(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(runFlowBodySchema) body: RunFlowBody,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunResultBody | undefined> {
    const { workspaceId, userId } = actor;
    const target = await this.targets.draft({ workspaceId, id });
    const call = await this.calls.call(
      {
        target,
        source: 'console',
        userId,
        inputs: body.inputs as JsonObject,
        files: body.files as Json[],
        ...(body.query === undefined ? {} : { query: body.query }),
        ...(body.session_id === undefined ? {} : { sessionId: body.session_id }),
      },
      key === undefined ? undefined : { caller: userId, workspaceId, key, content: ['run', id, body] },
    );
    if (!body.stream) return runResultBody(call, await call.outcome());
    await call.accepted();
    await streamRun(reply, (signal) => call.events(signal));
    return undefined;
  }
}
