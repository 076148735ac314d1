import { defineNode, field, finding, type Handle, type NodeFinding } from '@heddle/model';
import { z } from 'zod';
import {
  modelChoiceFields,
  optionalMemoryField,
  samplingField,
  visionField,
} from '../chat-model/model-fields';
import { valueSchema } from '../fields/value-schema';
import { checkHandleId } from '../fields/handle-id';

const categorySchema = z.object({
  id: field(z.string(), {
    title: 'Way out',
    title_zh: '出口标识',
    help: 'What edges name as their source handle.',
    help_zh: '连线所引用的出口。',
    control: 'text',
    placeholder: 'refund',
  }),
  name: field(z.string().default(''), { title: 'Name', title_zh: '名称', control: 'template' }),
  description: field(z.string().default(''), {
    title: 'What belongs to it',
    title_zh: '分类说明',
    control: 'template',
  }),
  label: field(z.string().default(''), {
    title: 'Shown as',
    title_zh: '显示名称',
    help: 'The name when empty.',
    help_zh: '留空则显示名称。',
    control: 'text',
    is_advanced: true,
  }),
});

/** One category to choose from. */
export type CategoryConfig = z.infer<typeof categorySchema>;

const configSchema = z.object({
  ...modelChoiceFields,
  query: field(valueSchema, { title: 'Question', title_zh: '问题', control: 'template' }),
  categories: field(z.array(categorySchema).max(100).default([]), {
    title: 'Categories',
    title_zh: '分类',
    control: 'categories',
  }),
  instruction: field(z.string().default(''), {
    title: 'Instructions',
    title_zh: '分类指令',
    help: 'What helps the model to choose.',
    help_zh: '帮助模型进行分类的补充说明。',
    control: 'template',
  }),
  fallback: field(z.string().default(''), {
    title: 'When nothing fits',
    title_zh: '都不符合时',
    help: 'A category, or a way out of its own; the first category when empty.',
    help_zh: '某个分类或单独的出口；留空则走第一个分类。',
    control: 'text',
  }),
  memory: optionalMemoryField,
  vision: visionField,
  params: samplingField,
});

/** See the definition of `question_classifier`. */
export type QuestionClassifierConfig = z.infer<typeof configSchema>;

/** Whether the way out for what fits nowhere is one of its own, besides the categories. */
export const hasOwnFallback = ({ categories, fallback }: QuestionClassifierConfig): boolean =>
  fallback !== '' && categories.every(({ id }) => id !== fallback);

function checkCategories({ categories }: QuestionClassifierConfig): NodeFinding[] {
  if (categories.length === 0)
    return [finding({ en: 'Add at least one category.', zh: '请至少添加一个分类。' }, 'categories')];
  return categories.flatMap(({ id, name, description }, index) => {
    const path = `categories[${index}]`;
    const isTaken = categories.findIndex((other) => other.id === id) !== index;
    return [
      ...(isTaken
        ? [
            finding(
              { en: `There are two categories "${id}".`, zh: `有两个分类的标识都是“${id}”。` },
              `${path}.id`,
            ),
          ]
        : checkHandleId(id, `${path}.id`)),
      ...(name.trim() === '' && description.trim() === ''
        ? [
            finding(
              { en: 'Say what belongs to the category.', zh: '请说明哪些内容属于该分类。' },
              `${path}.name`,
            ),
          ]
        : []),
    ];
  });
}

const titleOf = ({ label, name }: CategoryConfig): string => label || name;

function waysOut(config: QuestionClassifierConfig): Handle[] {
  const ways = config.categories.map((category, index) => ({
    id: category.id,
    label: {
      en: titleOf(category) || `Category ${index + 1}`,
      zh: titleOf(category) || `分类 ${index + 1}`,
    },
  }));
  if (!hasOwnFallback(config)) return ways;
  return [...ways, { id: config.fallback, label: { en: 'Nothing fits', zh: '其他' } }];
}

/** Lets a model decide which of several ways a question goes. */
export const questionClassifier = defineNode({
  type: 'question_classifier',
  kind: 'branch',
  effect: 'read',
  category: 'llm',
  icon: 'signpost',
  title: { en: 'Question classifier', zh: '问题分类器' },
  description: { en: 'Lets a model choose the way by what is asked.', zh: '由大模型按问题内容选择分支。' },
  config: configSchema,
  initialConfig: {
    query: '{{ sys.query }}',
    categories: [
      { id: 'category_1', name: '', description: '', label: '' },
      { id: 'category_2', name: '', description: '', label: '' },
    ],
    instruction: '',
    fallback: '',
    params: {},
  },
  ports: waysOut,
  outputs: () => [
    { name: 'category', type: 'string', title: { en: 'Category', zh: '分类名称' } },
    { name: 'category_id', type: 'string', title: { en: 'Way out', zh: '分类标识' } },
    { name: 'category_label', type: 'string', title: { en: 'Shown name', zh: '显示名称' } },
    { name: 'confidence', type: 'number', title: { en: 'Confidence, 0 to 1', zh: '置信度（0 到 1）' } },
    { name: 'usage', type: 'object', title: { en: 'Usage', zh: '用量' } },
  ],
  check: (config) => [
    ...(config.query === '' || config.query === null
      ? [finding({ en: 'Say what is to be classified.', zh: '请填写要分类的内容。' }, 'query')]
      : []),
    ...checkCategories(config),
    ...(hasOwnFallback(config) ? checkHandleId(config.fallback, 'fallback') : []),
  ],
  summary: ({ categories }) => categories.map((category) => titleOf(category) || category.id).join(' · '),
});
