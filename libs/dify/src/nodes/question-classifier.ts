import { safeHandle } from '../handles';
import type { NodeConverter } from '../node-converter';
import {
  MODEL_KEPT,
  optional,
  readMemory,
  readModel,
  readVision,
  writeMemory,
  writeModel,
  writeVision,
} from './model';
import { USAGE } from './usage';

/** `question-classifier`: a model chooses the way. */
export const questionClassifier: NodeConverter = {
  dify: ['question-classifier'],
  type: 'question_classifier',
  outputs: { ...USAGE, class_name: 'category', class_id: 'category_id', class_label: 'category_label' },
  kept: MODEL_KEPT,
  read(data, node) {
    data.ignore('topics');
    const instruction = data.text('instruction') || data.text('instructions');
    data.ignore('instructions');
    return {
      config: {
        ...readModel(data),
        query: node.reference(data.value('query_variable_selector')),
        categories: data.objects('classes').map((found) => ({
          id: safeHandle(found.text('id')),
          name: node.text(found.text('name')),
          description: '',
          label: found.text('label'),
        })),
        instruction: node.text(instruction),
        fallback: '',
        ...optional('memory', readMemory(data, node)),
        ...optional('vision', readVision(data, node)),
      },
    };
  },
  write(config, node) {
    const categories = config.objects('categories').map((category) => {
      const name = node.text(category.value('name'));
      const description = node.text(category.value('description'));
      const label = category.text('label');
      return {
        id: category.text('id'),
        name: [name, description].filter((text) => text !== '').join(': '),
        ...(label === '' ? {} : { label }),
      };
    });
    return {
      query_variable_selector: node.selector(config.value('query'), 'query'),
      model: writeModel(config, node),
      classes: categories,
      instruction: node.text(config.value('instruction')),
      ...optional('memory', writeMemory(config)),
      vision: writeVision(config, node),
    };
  },
};
