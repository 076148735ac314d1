import type { RunEventOf, RunStartedData } from '@heddle/model';
import { maskSecrets } from './mask-secrets';
import type { RunOptions } from './run-options';

/** What the first event of a run says: all that a replay needs besides the flow. */
export function startedData(options: RunOptions): RunStartedData {
  const { inputs, sys, conversation = {}, given, startNodeId, calledVersions, secrets = [] } = options;
  const { caller, source } = options.scope;
  const data = {
    inputs,
    sys,
    conversation,
    ...(given ? { given } : {}),
    ...(caller ? { caller: { run_id: caller.runId, depth: caller.depth } } : {}),
    ...(source === undefined ? {} : { source }),
    ...(startNodeId === undefined ? {} : { start_node_id: startNodeId }),
    ...(calledVersions === undefined ? {} : { called_versions: calledVersions }),
  };
  return maskSecrets(data, secrets);
}

/** A journal that holds just this event is a run which waits to be begun, by `resumeRun`. */
export const firstEvent = (options: RunOptions, at: number): RunEventOf<'run.started'> => ({
  type: 'run.started',
  runId: options.scope.runId,
  seq: 1,
  at,
  data: startedData(options),
});
