import type { JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeExport, NodeImport } from '../node-converter';
import { optional } from './model';

function readScores(data: Fields): JsonObject {
  const config = data.object('multiple_retrieval_config');
  return {
    ...optional('top_k', config.number('top_k') ?? data.number('top_n')),
    ...optional('score_threshold', config.number('score_threshold')),
    ...(config.has('reranking_enable') ? { rerank: config.flag('reranking_enable') } : {}),
  };
}

function read(data: Fields, node: NodeImport): { config: JsonObject } {
  node.warn('KNOWLEDGE_NOT_CARRIED', {}, 'knowledge_ids');
  const query = node.reference(data.value('query_variable_selector'));
  return { config: { query, knowledge_ids: [], mode: 'hybrid', ...readScores(data) } };
}

function write(config: Fields, node: NodeExport): JsonObject {
  if (config.has('knowledge_ids')) node.warn('KNOWLEDGE_NOT_CARRIED', {}, 'knowledge_ids');
  config.ignore('knowledge_ids', 'mode');
  return {
    query_variable_selector: node.selector(config.value('query'), 'query'),
    dataset_ids: node.origin.texts('dataset_ids'),
    retrieval_mode: 'multiple',
    multiple_retrieval_config: {
      top_k: config.number('top_k') ?? 4,
      score_threshold: config.number('score_threshold') ?? null,
      reranking_enable: config.flag('rerank'),
    },
  };
}

/** `knowledge-retrieval`; the knowledge bases themselves are not part of a file. */
export const knowledgeRetrieval: NodeConverter = {
  dify: ['knowledge-retrieval', 'knowledge-retrieval-v2'],
  type: 'rag',
  kept: ['dataset_ids', 'control_space_ids', 'retrieval_mode', 'single_retrieval_config'],
  read,
  write,
};
