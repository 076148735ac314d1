import type { FastifyReply } from 'fastify';
import type { RunOutcome } from '../runs/run-calls';
import { difyRunError, type DifyError } from './dify-errors';

/** Answers for a run that failed, where Dify answers with the error alone; undefined for every other run. */
export function refuseFailed(reply: FastifyReply, run: RunOutcome): DifyError | undefined {
  if (run.status !== 'failed' || run.error === null) return undefined;
  reply.status(400);
  return difyRunError(run.error);
}
