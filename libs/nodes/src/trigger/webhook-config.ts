import {
  field,
  finding,
  isJsonObject,
  type Json,
  type NodeFinding,
  type OutputField,
  parseTemplate,
} from '@heddle/model';
import { z } from 'zod';
import { valueSchema } from '../fields/value-schema';

/** HTTP methods that a webhook may be called with; `ANY` takes every one. */
export const WEBHOOK_METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'ANY'] as const;

const WAITING = { field: 'mode', in: ['wait'] };

const responseSchema = z.object({
  mode: field(z.enum(['immediate', 'wait']).default('immediate'), {
    title: 'When',
    title_zh: '响应时机',
    control: 'select',
    labels: {
      immediate: { en: 'At once, 202 with run_id', zh: '立即返回 202 和 run_id' },
      wait: { en: 'When the run has ended', zh: '等待运行结束' },
    },
  }),
  status: field(z.number().int().min(200).max(599).default(200), {
    title: 'Status',
    title_zh: '状态码',
    help: 'Of a run that succeeded.',
    help_zh: '运行成功时的状态码。',
    control: 'number',
    show_if: WAITING,
  }),
  status_output: field(z.string().default(''), {
    title: 'Output with the status',
    title_zh: '状态码取自输出',
    help: 'An output of the flow; goes before the fixed status.',
    help_zh: '流程的某个输出，优先于固定状态码。',
    control: 'text',
    show_if: WAITING,
  }),
  body_output: field(z.string().default(''), {
    title: 'Output with the body',
    title_zh: '响应体取自输出',
    help: 'Text is sent as it is, everything else as JSON. All outputs as JSON when empty.',
    help_zh: '文本原样返回，其他值返回 JSON；留空则以 JSON 返回全部输出。',
    control: 'text',
    show_if: WAITING,
  }),
  headers_output: field(z.string().default(''), {
    title: 'Output with headers',
    title_zh: '响应头取自输出',
    help: 'An output that is an object of header names and texts.',
    help_zh: '值为对象的输出，键为响应头名称。',
    control: 'text',
    show_if: WAITING,
  }),
  timeout_seconds: field(z.number().int().min(1).max(300).default(60), {
    title: 'Wait at most (s)',
    title_zh: '最长等待（秒）',
    help: 'After that the answer is 202 with run_id and the run goes on.',
    help_zh: '超时后返回 202 和 run_id，运行继续。',
    control: 'number',
    show_if: WAITING,
  }),
});

/** How a webhook is answered. */
export type WebhookResponse = z.infer<typeof responseSchema>;

const IS_WEBHOOK = { field: 'kind', in: ['webhook'] };

/** Config fields of the kind `webhook`. */
export const webhookFields = {
  method: field(z.enum(WEBHOOK_METHODS).default('POST'), {
    title: 'Method',
    title_zh: '请求方法',
    control: 'select',
    labels: { ANY: { en: 'Any method', zh: '任意方法' } },
    show_if: IS_WEBHOOK,
  }),
  secret: field(valueSchema.optional(), {
    title: 'Signing secret',
    title_zh: '签名密钥',
    help: 'When set, only signed requests are taken.',
    help_zh: '设置后只接受带签名的请求。',
    control: 'secret',
    show_if: IS_WEBHOOK,
  }),
  response: field(responseSchema.prefault({}), {
    title: 'Answer',
    title_zh: '响应方式',
    show_if: IS_WEBHOOK,
  }),
};

/** What a webhook's request is called in the run's inputs and in the node's outputs. */
export const REQUEST_OUTPUTS: readonly OutputField[] = [
  { name: 'method', type: 'string', title: { en: 'Method', zh: '请求方法' } },
  { name: 'headers', type: 'object', title: { en: 'Headers', zh: '请求头' } },
  { name: 'query', type: 'object', title: { en: 'Query', zh: '查询参数' } },
  { name: 'body', type: 'any', title: { en: 'Body', zh: '请求体' } },
];

const RESERVED: ReadonlySet<string> = new Set(REQUEST_OUTPUTS.map(({ name }) => name));

const isSecret = (value: Json): boolean => {
  if (isJsonObject(value)) return typeof value['secret'] === 'string' && value['secret'] !== '';
  if (typeof value !== 'string') return false;
  return parseTemplate(value).every((part) => part.kind !== 'reference' || part.path[0] === 'env');
};

/** Finds what keeps a webhook from working: a secret that cannot be read before the run, inputs named as its own outputs. */
export function checkWebhook(config: {
  readonly secret?: Json | undefined;
  readonly inputs: readonly { readonly name: string }[];
}): NodeFinding[] {
  const { secret = null, inputs } = config;
  const issues = inputs.flatMap(({ name }, index): NodeFinding[] => {
    if (!RESERVED.has(name)) return [];
    const texts = {
      en: `"${name}" is an output of every webhook; name the input otherwise.`,
      zh: `“${name}”是每个 Webhook 自带的输出，请给该输入换一个名称。`,
    };
    return [finding(texts, `inputs[${index}].name`, { params: { name } })];
  });
  if (secret === null || secret === '' || isSecret(secret)) return issues;
  const texts = {
    en: 'The signing secret must be a secret of the workspace, an environment variable or a text.',
    zh: '签名密钥须为工作区密钥、环境变量或一段文本。',
  };
  return [...issues, finding(texts, 'secret')];
}
