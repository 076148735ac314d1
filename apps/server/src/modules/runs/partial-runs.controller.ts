import {
  rerunBodySchema,
  runNodeBodySchema,
  runResultSchema,
  type RerunBody,
  type RunNodeBody,
  type RunResultBody,
} from '@heddle/contracts';
import { Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody } from '../../platform/http/request-input';
import { PartialRuns } from './partial-runs.service';
import { runResultBody } from './run-answers';
import type { RunCall } from './run-calls';
import { streamRun } from './run-stream';

async function answer(
  reply: FastifyReply,
  call: RunCall,
  isStream: boolean,
): Promise<RunResultBody | undefined> {
  if (!isStream) return runResultBody(call, await call.outcome());
  await call.accepted();
  await streamRun(reply, (signal) => call.events(signal));
  return undefined;
}

/** Runs of a part of a flow. */
@ApiTags('runs')
@Controller('api/flow')
export class PartialRunsController {
  constructor(private readonly runs: PartialRuns) {}

  /** One node of the draft by itself. */
  @Post('definitions/:id/nodes/:nodeId/run')
  @HttpCode(200)
  @Require('flow.run')
  @Answers(runResultSchema)
  async node(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Param('nodeId') nodeId: string,
    @ParsedBody(runNodeBodySchema) body: RunNodeBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunResultBody | undefined> {
    return answer(reply, await this.runs.node(actor, id, { id: nodeId, body }), body.stream);
  }

  /** An earlier run once more, from one node on. */
  @Post('runs/:runId/rerun')
  @HttpCode(200)
  @Require('flow.run')
  @Answers(runResultSchema)
  async rerun(
    @CurrentActor() actor: Actor,
    @IdParam('runId') runId: string,
    @ParsedBody(rerunBodySchema.default({ overrides: {}, stream: false })) body: RerunBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunResultBody | undefined> {
    return answer(reply, await this.runs.rerun(actor, runId, body), body.stream);
  }
}
