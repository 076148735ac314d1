import { defineExecutor, type NodeResult } from '@heddle/engine';
import { isFlowError, type JsonObject } from '@heddle/model';
import { answerInSandbox } from '../conditions/answer-pattern';
import { conditionScope } from '../conditions/condition-scope';
import { conditionsHold, evaluate } from '../conditions/evaluate-conditions';
import type { Evaluation } from '../conditions/evaluation';
import { loop } from './schema';

/** Before the first round the nodes inside have left nothing yet: a condition on them does not hold. */
function* holdsOrUnknown(evaluation: Evaluation<boolean>): Evaluation<boolean> {
  try {
    return yield* evaluation;
  } catch (error) {
    if (isFlowError(error, 'VARIABLE_UNKNOWN')) return false;
    throw error;
  }
}

/** Runs before the first round and after each one, inside the round, and says whether the loop is done. */
export default defineExecutor(loop, {
  needs: ['sandbox'],
  run({ until, until_logic: logic }, context): NodeResult | Promise<NodeResult> {
    const compared: JsonObject[] = [];
    const group = { logic, conditions: until };
    const isDone = evaluate(
      holdsOrUnknown(conditionsHold(group, conditionScope(context, compared))),
      answerInSandbox(context),
    );
    const result = (done: boolean): NodeResult => ({
      outputs: { is_done: done },
      inputs: { conditions: compared },
    });
    return typeof isDone === 'boolean' ? result(isDone) : isDone.then(result);
  },
});
