import { createCatalogue } from '@heddle/model';
import { answer } from './answer/schema';
import { code } from './code/schema';
import { condition } from './condition/schema';
import { httpRequest } from './http-request/schema';
import { iteration } from './iteration/schema';
import { listOperator } from './list-operator/schema';
import { llm } from './llm/schema';
import { loop } from './loop/schema';
import { loopExit } from './loop-exit/schema';
import { mcp } from './mcp/schema';
import { merge } from './merge/schema';
import { notify } from './notify/schema';
import { output } from './output/schema';
import { parameterExtractor } from './parameter-extractor/schema';
import { questionClassifier } from './question-classifier/schema';
import { questionOptimiser } from './question-optimiser/schema';
import { subflow } from './subflow/schema';
import { templateTransform } from './template-transform/schema';
import { tool } from './tool/schema';
import { trigger } from './trigger/schema';
import { variableAssigner } from './variable-assigner/schema';

/** Every node type, in palette order. */
export const definitions = [
  trigger,
  llm,
  questionClassifier,
  questionOptimiser,
  parameterExtractor,
  condition,
  merge,
  iteration,
  loop,
  loopExit,
  subflow,
  code,
  templateTransform,
  variableAssigner,
  listOperator,
  httpRequest,
  tool,
  mcp,
  notify,
  answer,
  output,
] as const;

/** The name of a node type. */
export type NodeType = (typeof definitions)[number]['type'];

/** Finds node types by name. */
export const catalogue = createCatalogue(definitions);

export { OPERATORS, OPERATOR_TITLES, UNARY_OPERATORS, type Operator } from './conditions/operators';
export { INPUT_TYPES, type TriggerConfig, type TriggerInput } from './trigger/schema';
export { listTriggers, type ListedTrigger } from './trigger/list-triggers';
export type { WebhookResponse } from './trigger/webhook-config';
export { OPERATIONS, SOURCE_TYPES, SOURCELESS_OPERATIONS, type Operation } from './variable-assigner/schema';
