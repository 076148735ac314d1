import { formatReferencePath } from '@heddle/model';
import type { NodeConverter } from '../node-converter';
import { plainReferences } from '../references';
import { readNamed, writeNamed } from './named-values';

/** `template-transform`: a Jinja2 template. */
export const templateTransform: NodeConverter = {
  dify: ['template-transform'],
  type: 'template_transform',
  outputs: { output: 'rendered' },
  read: (data, node) => ({
    config: {
      variables: readNamed(data, 'variables', node),
      template: data.text('template'),
      output_type: 'string',
    },
  }),
  write(config, node) {
    const template = config.text('template');
    if (config.text('output_type', 'string') !== 'string') {
      node.warn('FIELD_NOT_IN_DIFY', { field: 'output_type' }, 'output_type');
    }
    // Templates see variables alone there, not the nodes.
    for (const path of plainReferences(template).filter(([head]) => node.isNamespace(head))) {
      node.warn('REFERENCE_NOT_IN_DIFY', { reference: formatReferencePath(path) }, 'template');
    }
    return { variables: writeNamed(config, 'variables', node), template };
  },
};
