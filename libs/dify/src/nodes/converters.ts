import type { JsonObject } from '@heddle/model';
import type { NodeConverter } from '../node-converter';
import { agent } from './agent';
import { answer } from './answer';
import { assigner } from './assigner';
import { code } from './code';
import { documentExtractor } from './document-extractor';
import { end } from './end';
import { httpRequest } from './http-request';
import { humanInput } from './human-input';
import { ifElse } from './if-else';
import { iteration } from './iteration';
import { knowledgeRetrieval } from './knowledge-retrieval';
import { listOperator } from './list-operator';
import { llm } from './llm';
import { loop, loopEnd } from './loop';
import { parameterExtractor } from './parameter-extractor';
import { questionClassifier } from './question-classifier';
import { schedule } from './schedule';
import { start } from './start';
import { templateTransform } from './template-transform';
import { mcp, tool } from './tool';
import { variableAggregator } from './variable-aggregator';
import { webhook } from './webhook';

/** Every type that both sides know; a new node type is one line here. */
export const CONVERTERS: readonly NodeConverter[] = [
  start,
  webhook,
  schedule,
  end,
  answer,
  llm,
  knowledgeRetrieval,
  questionClassifier,
  ifElse,
  iteration,
  loop,
  loopEnd,
  code,
  templateTransform,
  variableAggregator,
  assigner,
  parameterExtractor,
  httpRequest,
  listOperator,
  documentExtractor,
  tool,
  mcp,
  agent,
  humanInput,
];

/** Who reads a node of Dify's. */
export const readerOf = (type: string, data: JsonObject): NodeConverter | undefined =>
  CONVERTERS.find((one) => one.dify.includes(type) && (one.reads?.(data) ?? true));

/** Who writes a node of ours. */
export const writerOf = (type: string, config: JsonObject): NodeConverter | undefined =>
  CONVERTERS.find((one) => one.type === type && (one.writes?.(config) ?? true));
