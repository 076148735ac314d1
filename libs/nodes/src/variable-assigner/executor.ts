import { defineExecutor, type NodeContext, type NodeResult, type NodeVariables } from '@heddle/engine';
import { type Json, type JsonObject, renderText, resolveValue } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { applyOperation } from './apply-operation';
import { PendingVariables } from './pending-variables';
import {
  type Assignment,
  type AssignmentTarget,
  isInterpreted,
  parseTarget,
  SOURCELESS_OPERATIONS,
  variableAssigner,
} from './schema';

/** An assignment whose target is known to be one. */
interface Step {
  readonly assignment: Assignment;
  readonly target: AssignmentTarget;
}

function stepOf(assignment: Assignment): Step {
  const target = parseTarget(assignment.target_var);
  if (target) return { assignment, target };
  const reason = `"${assignment.target_var}" cannot be assigned.`;
  throw nodeErrors.NODE_CONFIG_INVALID({ reason, path: 'assignments' });
}

const plainSource = ({ operation, source_value: value }: Assignment, pending: PendingVariables): Json =>
  SOURCELESS_OPERATIONS.has(operation) ? null : resolveValue(value, pending.lookup);

/** What the sandbox makes of a template or an expression. */
async function interpretedSource(
  assignment: Assignment & { readonly source_type: 'template' | 'expression' },
  pending: PendingVariables,
  { ports, signal }: NodeContext<'sandbox'>,
): Promise<Json> {
  const source = renderText(assignment.source_value);
  const job = { kind: assignment.source_type, source, input: pending.namespaces(source) };
  return (await ports.sandbox.run(job, signal)).value;
}

function apply({ assignment, target }: Step, source: Json, pending: PendingVariables): void {
  const operands = { target: assignment.target_var, current: pending.current(target), source };
  pending.set(target, applyOperation(assignment.operation, operands));
}

function resultOf(pending: PendingVariables): NodeResult {
  const changes = pending.changes();
  const outputs: JsonObject = Object.fromEntries(changes.map(({ name, value }) => [name, value]));
  return { outputs, changes };
}

/** Reads and writes without a wait in between, so that items which run at once lose nothing of each other's. */
function applyAll(
  steps: readonly Step[],
  variables: NodeVariables,
  sourceOf: (step: Step, pending: PendingVariables) => Json = ({ assignment }, pending) =>
    plainSource(assignment, pending),
): NodeResult {
  const pending = new PendingVariables(variables);
  for (const step of steps) apply(step, sourceOf(step, pending), pending);
  return resultOf(pending);
}

/** Asks the sandbox for all sources first, and reads the variables anew when nothing can come in between. */
async function interpretThenApply(
  steps: readonly Step[],
  context: NodeContext<'sandbox'>,
): Promise<NodeResult> {
  const pending = new PendingVariables(context.variables);
  const sources = new Map<Step, Json>();
  for (const step of steps) {
    const { assignment } = step;
    const source =
      isInterpreted(assignment) && !SOURCELESS_OPERATIONS.has(assignment.operation)
        ? await interpretedSource(assignment, pending, context)
        : plainSource(assignment, pending);
    sources.set(step, source);
    apply(step, source, pending);
  }
  const applyNow = (): NodeResult => applyAll(steps, context.variables, (step) => sources.get(step) ?? null);
  return { ...resultOf(pending), conclude: applyNow };
}

export default defineExecutor(variableAssigner, {
  needs: ['sandbox'],
  run({ assignments }, context) {
    const steps = assignments.map(stepOf);
    return assignments.some(isInterpreted)
      ? interpretThenApply(steps, context)
      : applyAll(steps, context.variables);
  },
});
