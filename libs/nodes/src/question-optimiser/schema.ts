import { defineNode, field, finding } from '@heddle/model';
import { z } from 'zod';
import { memoryFields, modelChoiceFields, samplingField } from '../chat-model/model-fields';
import { valueSchema } from '../fields/value-schema';

/** What is made of a question. */
export const STRATEGIES = ['rewrite', 'expand', 'decompose'] as const;

/** `true`, or a number of exchanges, is short for an object. */
const historySchema = z.preprocess((given) => {
  if (typeof given === 'boolean') return { enabled: given };
  return typeof given === 'number' ? { enabled: given > 0, window: given } : given;
}, z.object(memoryFields));

const configSchema = z.object({
  ...modelChoiceFields,
  query: field(valueSchema, { title: 'Question', title_zh: '问题', control: 'template' }),
  strategy: field(z.enum(STRATEGIES).default('rewrite'), {
    title: 'Strategy',
    title_zh: '优化方式',
    control: 'select',
    labels: {
      rewrite: { en: 'Rewrite: clear by itself', zh: '改写：补全指代，使其独立清晰' },
      expand: { en: 'Expand: other words for the same', zh: '扩展：换用不同说法' },
      decompose: { en: 'Decompose: into smaller questions', zh: '拆解：分成多个子问题' },
    },
  }),
  max_queries: field(z.number().int().min(1).max(10).default(4), {
    title: 'At most',
    title_zh: '最多条数',
    control: 'number',
    show_if: { field: 'strategy', in: ['expand', 'decompose'] },
  }),
  instruction: field(z.string().default(''), {
    title: 'Instructions',
    title_zh: '优化指令',
    help: 'What the model should mind, as the names of products.',
    help_zh: '需要注意的事项，例如专有名词。',
    control: 'template',
  }),
  history: field(historySchema.optional(), {
    title: 'History',
    title_zh: '对话历史',
    help: 'Earlier messages, to know what "it" means; on in chatflows unless switched off.',
    help_zh: '用于理解“它”等指代的更早消息；对话流默认开启。',
  }),
  params: samplingField,
});

/** See the definition of `question_optimiser`. */
export type QuestionOptimiserConfig = z.infer<typeof configSchema>;

/** Puts a question so that it can be answered or searched well. */
export const questionOptimiser = defineNode({
  type: 'question_optimiser',
  kind: 'action',
  effect: 'read',
  category: 'llm',
  icon: 'wand-sparkles',
  title: { en: 'Question optimiser', zh: '问题优化' },
  description: {
    en: 'Rewrites, expands or divides a question.',
    zh: '改写、扩展或拆解问题。',
  },
  config: configSchema,
  initialConfig: { query: '{{ sys.query }}', strategy: 'rewrite', instruction: '', params: {} },
  outputs: () => [
    { name: 'optimized_query', type: 'string', title: { en: 'Better question', zh: '优化后的问题' } },
    { name: 'queries', type: 'array[string]', title: { en: 'All questions', zh: '全部问题' } },
    { name: 'original_query', type: 'string', title: { en: 'Original question', zh: '原问题' } },
    { name: 'usage', type: 'object', title: { en: 'Usage', zh: '用量' } },
  ],
  check: ({ query }) =>
    query === '' || query === null
      ? [finding({ en: 'Say which question to optimise.', zh: '请填写要优化的问题。' }, 'query')]
      : [],
  summary: ({ strategy }) => strategy,
});
