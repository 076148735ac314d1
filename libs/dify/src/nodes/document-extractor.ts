import type { NodeConverter } from '../node-converter';

/** `document-extractor`: the text of files. */
export const documentExtractor: NodeConverter = {
  dify: ['document-extractor'],
  type: 'document_extractor',
  kept: ['is_array_file'],
  read: (data, node) => ({ config: { file: node.reference(data.value('variable_selector')) } }),
  write: (config, node) => ({
    variable_selector: node.selector(config.value('file'), 'file'),
    is_array_file: node.origin.flag('is_array_file'),
  }),
};
