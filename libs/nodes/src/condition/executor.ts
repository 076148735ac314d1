import { defineExecutor, type NodeResult } from '@heddle/engine';
import type { JsonObject } from '@heddle/model';
import { answerInSandbox } from '../conditions/answer-pattern';
import { conditionScope } from '../conditions/condition-scope';
import { conditionsHold, evaluate } from '../conditions/evaluate-conditions';
import type { ConditionScope, Evaluation } from '../conditions/evaluation';
import { condition, type ConditionConfig, ELSE_HANDLE } from './schema';

/** The first case that holds; the others are not looked at. */
function* firstCase(config: ConditionConfig, scope: ConditionScope): Evaluation<string> {
  for (const { id, logic, conditions } of config.cases) {
    const holds: boolean = yield* conditionsHold({ logic, conditions }, scope);
    if (holds) return id;
  }
  return ELSE_HANDLE;
}

export default defineExecutor(condition, {
  needs: ['sandbox'],
  run(config, context): NodeResult | Promise<NodeResult> {
    const compared: JsonObject[] = [];
    const result = (handle: string): NodeResult => ({
      outputs: { result: handle !== ELSE_HANDLE, selected_case_id: handle },
      handle,
      inputs: { conditions: compared },
    });
    const chosen = evaluate(firstCase(config, conditionScope(context, compared)), answerInSandbox(context));
    return typeof chosen === 'string' ? result(chosen) : chosen.then(result);
  },
});
