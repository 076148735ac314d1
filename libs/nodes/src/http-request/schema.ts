import { defineNode, field, finding, type NodeFinding } from '@heddle/model';
import { z } from 'zod';
import { namedValuesSchema, valueSchema } from '../fields/value-schema';
import { liftEnvelope, migrateToNestedAuth } from './migrations';

/** Methods that may be sent. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** How a body is encoded. */
export const BODY_TYPES = ['none', 'json', 'form', 'multipart', 'text', 'binary'] as const;

/** How a request proves who sends it. */
export const AUTH_TYPES = ['none', 'api_key', 'bearer', 'basic', 'oauth2'] as const;

/** Largest answer by default: 20 MiB. */
export const DEFAULT_MAX_BYTES = 20 * 1024 * 1024;

const bodySchema = z.object({
  type: field(z.enum(BODY_TYPES), {
    title: 'Type',
    title_zh: '类型',
    control: 'select',
    labels: {
      none: { en: 'None', zh: '无' },
      json: { en: 'JSON', zh: 'JSON' },
      form: { en: 'Form', zh: '表单' },
      multipart: { en: 'Multipart form', zh: '多部分表单' },
      text: { en: 'Text', zh: '文本' },
      binary: { en: 'File', zh: '文件' },
    },
  }),
  value: field(valueSchema.optional(), { title: 'Content', title_zh: '内容', control: 'template' }),
  fields: field(namedValuesSchema.optional(), { title: 'Fields', title_zh: '字段', control: 'named-values' }),
});

/** The body of a request, as configured. */
export type BodyConfig = z.infer<typeof bodySchema>;

const secretValue = valueSchema.optional();

const authSchema = z.object({
  type: field(z.enum(AUTH_TYPES), {
    title: 'Type',
    title_zh: '类型',
    control: 'select',
    labels: {
      none: { en: 'None', zh: '无' },
      api_key: { en: 'API key in a header', zh: '请求头 API 密钥' },
      bearer: { en: 'Bearer token', zh: 'Bearer 令牌' },
      basic: { en: 'User and password', zh: '用户名和密码' },
      oauth2: { en: 'OAuth 2 client credentials', zh: 'OAuth 2 客户端凭证' },
    },
  }),
  header: field(z.string().optional(), {
    title: 'Header',
    title_zh: '请求头',
    control: 'text',
    placeholder: 'X-API-Key',
  }),
  key: field(secretValue, { title: 'Key', title_zh: '密钥', control: 'secret' }),
  token: field(secretValue, { title: 'Token', title_zh: '令牌', control: 'secret' }),
  username: field(valueSchema.optional(), { title: 'User', title_zh: '用户名', control: 'template' }),
  password: field(secretValue, { title: 'Password', title_zh: '密码', control: 'secret' }),
  token_url: field(z.string().optional(), { title: 'Token URL', title_zh: '令牌地址', control: 'template' }),
  client_id: field(valueSchema.optional(), {
    title: 'Client id',
    title_zh: '客户端 ID',
    control: 'template',
  }),
  client_secret: field(secretValue, { title: 'Client secret', title_zh: '客户端密钥', control: 'secret' }),
  scope: field(z.string().optional(), { title: 'Scope', title_zh: '范围', control: 'text' }),
});

/** The proof of identity of a request, as configured. */
export type AuthConfig = z.infer<typeof authSchema>;

const configSchema = z.object({
  method: field(
    z
      .string()
      .trim()
      .toUpperCase()
      .meta({ enum: [...METHODS] })
      .default('GET'),
    {
      title: 'Method',
      title_zh: '请求方法',
      control: 'select',
    },
  ),
  url: field(z.string().max(8_192), {
    title: 'URL',
    title_zh: '请求地址',
    help: 'References are encoded, so that they cannot change the host or the path.',
    help_zh: '引用的内容会被编码，无法改变主机或路径。',
    control: 'template',
    placeholder: 'https://api.example.com/items/{{ trigger.id }}',
  }),
  params: field(namedValuesSchema.default([]), {
    title: 'Query parameters',
    title_zh: '查询参数',
    control: 'named-values',
  }),
  headers: field(namedValuesSchema.default([]), {
    title: 'Headers',
    title_zh: '请求头',
    control: 'named-values',
  }),
  body: field(bodySchema.default({ type: 'none' }), {
    title: 'Body',
    title_zh: '请求体',
    control: 'http-body',
  }),
  auth: field(authSchema.default({ type: 'none' }), {
    title: 'Authentication',
    title_zh: '身份验证',
    help: 'A secret of the workspace is chosen as {"secret": "name"}.',
    help_zh: '工作空间的密钥写作 {"secret": "名称"}。',
    control: 'http-auth',
  }),
  verify_tls: field(z.boolean().default(true), {
    title: 'Check certificates',
    title_zh: '校验证书',
    control: 'switch',
    is_advanced: true,
  }),
  follow_redirects: field(z.boolean().default(true), {
    title: 'Follow redirects',
    title_zh: '跟随重定向',
    control: 'switch',
    is_advanced: true,
  }),
  max_bytes: field(
    z
      .number()
      .int()
      .min(1)
      .max(100 * 1024 * 1024)
      .default(DEFAULT_MAX_BYTES),
    {
      title: 'Largest answer (bytes)',
      title_zh: '响应大小上限（字节）',
      help: 'After decompression.',
      help_zh: '按解压后的大小计算。',
      control: 'number',
      is_advanced: true,
    },
  ),
});

/** See the definition of `http_request`. */
export type HttpRequestConfig = z.infer<typeof configSchema>;

function checkMethod(method: string): NodeFinding[] {
  if ((METHODS as readonly string[]).includes(method)) return [];
  const allowed = METHODS.join(', ');
  const texts = {
    en: `The method ${method} is not allowed; use ${allowed}.`,
    zh: `不支持 ${method} 方法，可用：${allowed}。`,
  };
  return [finding(texts, 'method', { code: 'METHOD_NOT_ALLOWED', params: { method, allowed: METHODS } })];
}

function checkUrl(url: string, path: string): NodeFinding[] {
  const text = url.trim();
  if (text.startsWith('{{') || /^https?:\/\/[^/?#\s]/i.test(text)) return [];
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    const texts = {
      en: `"${scheme}:" is not allowed; use http or https.`,
      zh: `不支持“${scheme}:”，请使用 http 或 https。`,
    };
    return [finding(texts, path, { code: 'URL_SCHEME_NOT_ALLOWED', params: { scheme } })];
  }
  const texts = { en: `"${text}" is not a web address.`, zh: `“${text}”不是有效的网址。` };
  return [finding(texts, path, { code: 'URL_INVALID', params: { url: text } })];
}

const NEEDED_AUTH_FIELDS: Readonly<Record<AuthConfig['type'], readonly (keyof AuthConfig)[]>> = {
  none: [],
  api_key: ['key'],
  bearer: ['token'],
  basic: ['username'],
  oauth2: ['token_url', 'client_id', 'client_secret'],
};

function checkAuth(auth: AuthConfig): NodeFinding[] {
  const missing = NEEDED_AUTH_FIELDS[auth.type].filter((key) =>
    [undefined, null, ''].includes(auth[key] as null),
  );
  const issues = missing.map((key) => {
    const texts = {
      en: `Authentication of type ${auth.type} needs "${key}".`,
      zh: `${auth.type} 认证需要填写“${key}”。`,
    };
    return finding(texts, `auth.${key}`);
  });
  if (auth.type !== 'oauth2' || !auth.token_url) return issues;
  return [...issues, ...checkUrl(auth.token_url, 'auth.token_url')];
}

/** Calls another server. */
export const httpRequest = defineNode({
  type: 'http_request',
  version: 2,
  kind: 'action',
  effect: 'write',
  category: 'http',
  icon: 'globe',
  title: { en: 'HTTP request', zh: 'HTTP 请求' },
  description: { en: 'Calls a web service.', zh: '调用外部 HTTP 服务。' },
  config: configSchema,
  initialConfig: {
    method: 'GET',
    url: '',
    params: [],
    headers: [],
    body: { type: 'none' },
    auth: { type: 'none' },
  },
  outputs: () => [
    { name: 'status_code', type: 'integer', title: { en: 'Status', zh: '状态码' } },
    { name: 'headers', type: 'object', title: { en: 'Headers', zh: '响应头' } },
    { name: 'body', type: 'any', title: { en: 'Body', zh: '响应内容' } },
    { name: 'raw', type: 'string', title: { en: 'Body as text', zh: '原始文本' } },
    { name: 'files', type: 'array[file]', title: { en: 'Files', zh: '文件' } },
  ],
  check: ({ method, url, auth }) => [...checkMethod(method), ...checkUrl(url, 'url'), ...checkAuth(auth)],
  migrations: [migrateToNestedAuth],
  envelope: liftEnvelope,
  summary: ({ method, url }) => `${method} ${url}`,
});
