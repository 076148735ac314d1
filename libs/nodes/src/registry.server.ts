import { createExecutorRegistry, type AnyNodeExecutor } from '@heddle/engine';
import answer from './answer/executor';
import code from './code/executor';
import condition from './condition/executor';
import httpRequest from './http-request/executor';
import iteration from './iteration/executor';
import listOperator from './list-operator/executor';
import llm from './llm/executor';
import loop from './loop/executor';
import loopExit from './loop-exit/executor';
import mcp from './mcp/executor';
import merge from './merge/executor';
import notify from './notify/executor';
import output from './output/executor';
import parameterExtractor from './parameter-extractor/executor';
import questionClassifier from './question-classifier/executor';
import questionOptimiser from './question-optimiser/executor';
import type { NodeType } from './registry';
import subflow from './subflow/executor';
import templateTransform from './template-transform/executor';
import tool from './tool/executor';
import trigger from './trigger/executor';
import variableAssigner from './variable-assigner/executor';

/** How each node type runs; a type without its line does not compile. */
export const executors = {
  trigger,
  llm,
  question_classifier: questionClassifier,
  question_optimiser: questionOptimiser,
  parameter_extractor: parameterExtractor,
  condition,
  merge,
  iteration,
  loop,
  loop_exit: loopExit,
  subflow,
  code,
  template_transform: templateTransform,
  variable_assigner: variableAssigner,
  list_operator: listOperator,
  http_request: httpRequest,
  tool,
  mcp,
  notify,
  answer,
  output,
} as const satisfies Record<NodeType, AnyNodeExecutor>;

/** Finds executors by node type. */
export const executorRegistry = createExecutorRegistry(Object.values(executors));
