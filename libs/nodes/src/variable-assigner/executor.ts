import { defineExecutor, type NodeContext } from '@heddle/engine';
import { type Json, type JsonObject, renderText, resolveValue } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { applyOperation } from './apply-operation';
import { PendingVariables } from './pending-variables';
import {
  type Assignment,
  isInterpreted,
  parseTarget,
  SOURCELESS_OPERATIONS,
  variableAssigner,
} from './schema';

/** What the assignment brings along: a value, or what the sandbox makes of a template or an expression. */
async function sourceOf(
  assignment: Assignment,
  pending: PendingVariables,
  { ports, signal }: NodeContext<'sandbox'>,
): Promise<Json> {
  if (SOURCELESS_OPERATIONS.has(assignment.operation)) return null;
  if (!isInterpreted(assignment)) return resolveValue(assignment.source_value, pending.lookup);
  const source = renderText(assignment.source_value);
  const job = { kind: assignment.source_type, source, input: pending.namespaces(source) };
  return (await ports.sandbox.run(job, signal)).value;
}

export default defineExecutor(variableAssigner, {
  needs: ['sandbox'],
  async run({ assignments }, context) {
    const pending = new PendingVariables(context.variables);
    for (const assignment of assignments) {
      const target = parseTarget(assignment.target_var);
      if (!target) {
        const reason = `"${assignment.target_var}" cannot be assigned.`;
        throw nodeErrors.NODE_CONFIG_INVALID({ reason, path: 'assignments' });
      }
      const current = pending.current(target);
      const source = await sourceOf(assignment, pending, context);
      const operands = { target: assignment.target_var, current, source };
      pending.set(target, applyOperation(assignment.operation, operands));
    }
    const changes = pending.changes();
    const outputs: JsonObject = Object.fromEntries(changes.map(({ name, value }) => [name, value]));
    return { outputs, changes };
  },
});
