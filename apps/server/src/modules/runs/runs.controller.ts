import {
  pageOf,
  runDetailSchema,
  runListQuerySchema,
  runSummarySchema,
  type Page,
  type RunDetail,
  type RunListQuery,
  type RunSummary,
} from '@heddle/contracts';
import { Controller, Get, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedQuery } from '../../platform/http/request-input';
import { RunFollower } from './run-follower';
import { streamRun } from './run-stream';
import { RunsService } from './runs.service';

/** Reads the last id that a reader saw; anything but a number means from the beginning. */
const seqOf = (lastEventId: string | undefined): number =>
  lastEventId !== undefined && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : 0;

/** Runs: what they did, what they do, and how to stop them. */
@ApiTags('runs')
@Controller('api/flow/runs')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly follower: RunFollower,
  ) {}

  @Get()
  @Require('run.read')
  @Answers(pageOf(runSummarySchema))
  list(
    @CurrentActor() { workspaceId }: Actor,
    @ParsedQuery(runListQuerySchema) query: RunListQuery,
  ): Promise<Page<RunSummary>> {
    return this.runs.list(workspaceId, query);
  }

  @Get(':runId')
  @Require('run.read')
  @Answers(runDetailSchema)
  get(@CurrentActor() { workspaceId }: Actor, @IdParam('runId') runId: string): Promise<RunDetail> {
    return this.runs.get({ workspaceId, runId });
  }

  /** The run's events as they come, after the one that `Last-Event-ID` names. */
  @Get(':runId/events')
  @Require('run.read')
  async events(
    @CurrentActor() { workspaceId }: Actor,
    @IdParam('runId') runId: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const gone = new AbortController();
    const events = await this.follower.follow({ workspaceId, runId }, seqOf(lastEventId), gone.signal);
    await streamRun(reply, (signal) => {
      signal.addEventListener('abort', () => gone.abort());
      return events;
    });
  }

  @Post(':runId/stop')
  @HttpCode(200)
  @Require('run.control')
  @Answers(runDetailSchema)
  async stop(@CurrentActor() { workspaceId }: Actor, @IdParam('runId') runId: string): Promise<RunDetail> {
    await this.runs.stop({ workspaceId, runId });
    return this.runs.get({ workspaceId, runId });
  }

  @Post(':runId/resume')
  @HttpCode(200)
  @Require('run.control')
  @Answers(runDetailSchema)
  async resume(@CurrentActor() { workspaceId }: Actor, @IdParam('runId') runId: string): Promise<RunDetail> {
    await this.runs.resume({ workspaceId, runId });
    return this.runs.get({ workspaceId, runId });
  }
}
