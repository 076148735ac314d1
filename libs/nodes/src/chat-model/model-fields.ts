import { field } from '@heddle/model';
import { z } from 'zod';
import { valueSchema } from '../fields/value-schema';

/** Exchanges of the conversation that a model is shown unless a node says otherwise. */
export const DEFAULT_MEMORY_WINDOW = 10;

/** Which model a node asks; spread into its config. */
export const modelChoiceFields = {
  model_instance_id: field(z.string().optional(), {
    title: 'Model',
    title_zh: '模型',
    help: "The workspace's default model when empty.",
    help_zh: '留空则使用工作空间的默认模型。',
    control: 'model-picker',
  }),
  model: field(z.string().optional(), { title: 'Model by name', title_zh: '模型名称', control: 'hidden' }),
};

/** How a model chooses its words; spread into the `params` of a config. */
export const samplingFields = {
  temperature: field(z.number().min(0).max(2).optional(), {
    title: 'Temperature',
    title_zh: '温度',
    help: 'How freely words are chosen, from 0 to 2.',
    help_zh: '用词的随机程度，0 到 2。',
    control: 'number',
  }),
  top_p: field(z.number().min(0).max(1).optional(), { title: 'Top P', title_zh: 'Top P', control: 'number' }),
  max_tokens: field(z.number().int().min(1).max(1_000_000).optional(), {
    title: 'Longest answer (tokens)',
    title_zh: '最大输出长度（token）',
    control: 'number',
  }),
  stop: field(z.array(z.string()).max(16).optional(), {
    title: 'Stop at',
    title_zh: '停止序列',
    control: 'list',
  }),
  seed: field(z.number().int().optional(), { title: 'Seed', title_zh: '随机种子', control: 'number' }),
};

const samplingSchema = z.object(samplingFields);

/** The `params` of nodes that ask a model for something definite. */
export const samplingField = field(samplingSchema.default({}), {
  title: 'Parameters',
  title_zh: '模型参数',
  is_advanced: true,
});

/** What a config says about the model to ask. */
export interface ModelConfig {
  readonly model_instance_id?: string | undefined;
  readonly model?: string | undefined;
  readonly params: z.infer<typeof samplingSchema>;
}

/** How much of the conversation a model is shown; spread into the `memory` of a config. */
export const memoryFields = {
  enabled: field(z.boolean().default(true), { title: 'Remember', title_zh: '启用记忆', control: 'switch' }),
  window: field(z.number().int().min(0).max(100).default(DEFAULT_MEMORY_WINDOW), {
    title: 'Exchanges',
    title_zh: '记忆轮数',
    control: 'number',
  }),
};

/** The `memory` of nodes for which it is off unless it is switched on. */
export const optionalMemoryField = field(z.object(memoryFields).optional(), {
  title: 'Memory',
  title_zh: '记忆',
  help: 'Earlier messages of the conversation; off unless switched on.',
  help_zh: '对话中更早的消息；默认关闭。',
  is_advanced: true,
});

/** What a config says about earlier messages. */
export type MemoryConfig = { readonly enabled: boolean; readonly window: number } | undefined;

const visionSchema = z.object({
  enabled: field(z.boolean().default(true), { title: 'See images', title_zh: '启用视觉', control: 'switch' }),
  files: field(valueSchema.default('{{ sys.files }}'), {
    title: 'Images',
    title_zh: '图片',
    control: 'value',
  }),
  detail: field(z.enum(['low', 'high']).default('high'), {
    title: 'Detail',
    title_zh: '分辨率',
    control: 'select',
    labels: { low: { en: 'Low', zh: '低' }, high: { en: 'High', zh: '高' } },
  }),
});

/** The images that a model is shown. */
export const visionField = field(visionSchema.optional(), { title: 'Vision', title_zh: '视觉' });

/** What a config says about images. */
export type VisionConfig = z.infer<typeof visionSchema> | undefined;
