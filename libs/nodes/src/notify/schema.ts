import { defineNode, field, finding, type Json, type NodeFinding, parseTemplate } from '@heddle/model';
import { z } from 'zod';
import { valueSchema } from '../fields/value-schema';

/** Where messages go. */
export const CHANNELS = ['webhook', 'wecom', 'dingtalk', 'feishu', 'slack', 'email'] as const;

/** One of {@link CHANNELS}. */
export type Channel = (typeof CHANNELS)[number];

/** How a message is written. */
export const FORMATS = ['text', 'markdown', 'html'] as const;

const BY_ADDRESS: readonly Channel[] = ['webhook', 'wecom', 'dingtalk', 'feishu', 'slack'];

const smtpSchema = z.object({
  host: field(valueSchema.default(''), {
    title: 'Server',
    title_zh: 'SMTP 服务器',
    control: 'template',
    placeholder: 'smtp.example.com',
  }),
  port: field(valueSchema.optional(), {
    title: 'Port',
    title_zh: '端口',
    help: '465, 587 or 25 by the encryption when empty.',
    help_zh: '留空则按加密方式使用 465、587 或 25。',
    control: 'value',
  }),
  security: field(z.enum(['tls', 'starttls', 'none']).default('starttls'), {
    title: 'Encryption',
    title_zh: '加密方式',
    control: 'select',
    labels: {
      tls: { en: 'TLS from the start', zh: 'TLS（SSL）' },
      starttls: { en: 'STARTTLS', zh: 'STARTTLS' },
      none: { en: 'None', zh: '不加密' },
    },
  }),
  user: field(valueSchema.optional(), { title: 'User', title_zh: '用户名', control: 'secret' }),
  password: field(valueSchema.optional(), { title: 'Password', title_zh: '密码', control: 'secret' }),
  verify_tls: field(z.boolean().default(true), {
    title: 'Check certificates',
    title_zh: '校验证书',
    control: 'switch',
    is_advanced: true,
  }),
});

/** The mail server, as configured. */
export type SmtpConfig = z.infer<typeof smtpSchema>;

const emailSchema = z.object({
  from: field(z.string().default(''), {
    title: 'From',
    title_zh: '发件人',
    control: 'template',
    placeholder: 'Heddle <bot@example.com>',
  }),
  to: field(valueSchema.default(''), {
    title: 'To',
    title_zh: '收件人',
    help: 'A list, or addresses between commas.',
    help_zh: '列表，或以逗号分隔的地址。',
    control: 'template',
  }),
  cc: field(valueSchema.optional(), {
    title: 'Cc',
    title_zh: '抄送',
    control: 'template',
    is_advanced: true,
  }),
  bcc: field(valueSchema.optional(), {
    title: 'Bcc',
    title_zh: '密送',
    control: 'template',
    is_advanced: true,
  }),
  reply_to: field(z.string().optional(), {
    title: 'Reply to',
    title_zh: '回复地址',
    control: 'template',
    is_advanced: true,
  }),
  attachments: field(valueSchema.optional(), { title: 'Files', title_zh: '附件', control: 'value' }),
});

/** Whom a mail is from and for, as configured. */
export type EmailConfig = z.infer<typeof emailSchema>;

const configSchema = z.object({
  channel: field(z.enum(CHANNELS).default('webhook'), {
    title: 'Channel',
    title_zh: '渠道',
    control: 'select',
    labels: {
      webhook: { en: 'Webhook', zh: 'Webhook' },
      wecom: { en: 'WeCom robot', zh: '企业微信机器人' },
      dingtalk: { en: 'DingTalk robot', zh: '钉钉机器人' },
      feishu: { en: 'Feishu robot', zh: '飞书机器人' },
      slack: { en: 'Slack', zh: 'Slack' },
      email: { en: 'E-mail', zh: '电子邮件' },
    },
  }),
  url: field(valueSchema.optional(), {
    title: 'Address',
    title_zh: 'Webhook 地址',
    help: 'The webhook of the robot. It holds a key, so it is best kept as a secret.',
    help_zh: '机器人的 Webhook 地址。其中包含密钥，建议保存为密钥。',
    control: 'secret',
    show_if: { field: 'channel', in: [...BY_ADDRESS] },
  }),
  secret: field(valueSchema.optional(), {
    title: 'Signing secret',
    title_zh: '签名密钥',
    help: 'When the robot demands signatures.',
    help_zh: '机器人开启签名校验时填写。',
    control: 'secret',
    show_if: { field: 'channel', in: ['webhook', 'dingtalk', 'feishu'] },
  }),
  title: field(z.string().default(''), {
    title: 'Title',
    title_zh: '标题',
    help: 'The subject of a mail, the heading of a message.',
    help_zh: '邮件主题或消息标题。',
    control: 'template',
  }),
  message: field(z.string().default(''), { title: 'Message', title_zh: '消息内容', control: 'template' }),
  format: field(z.enum(FORMATS).default('text'), {
    title: 'Written as',
    title_zh: '格式',
    help: 'HTML is for mail alone, which takes Markdown as plain text.',
    help_zh: 'HTML 仅用于邮件；邮件中的 Markdown 按纯文本发送。',
    control: 'select',
    labels: {
      text: { en: 'Text', zh: '纯文本' },
      markdown: { en: 'Markdown', zh: 'Markdown' },
      html: { en: 'HTML', zh: 'HTML' },
    },
  }),
  mentions: field(valueSchema.optional(), {
    title: 'Mention',
    title_zh: '提醒谁看',
    help: 'User ids or mobile numbers as the channel knows them, between commas; "all" for everyone.',
    help_zh: '以逗号分隔的用户 ID 或手机号；all 表示所有人。',
    control: 'template',
    show_if: { field: 'channel', in: [...BY_ADDRESS] },
  }),
  email: field(emailSchema.optional(), {
    title: 'Mail',
    title_zh: '邮件',
    show_if: { field: 'channel', in: ['email'] },
  }),
  smtp: field(smtpSchema.optional(), {
    title: 'Mail server',
    title_zh: '邮件服务器',
    show_if: { field: 'channel', in: ['email'] },
  }),
});

/** See the definition of `notify`. */
export type NotifyConfig = z.infer<typeof configSchema>;

const isUnset = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

const hasReference = (text: string): boolean => parseTemplate(text).some(({ kind }) => kind === 'reference');

function checkAddress({ url }: NotifyConfig): NodeFinding[] {
  if (isUnset(url))
    return [finding({ en: 'Give the address to send to.', zh: '请填写要发送到的地址。' }, 'url')];
  if (typeof url !== 'string' || hasReference(url) || /^https?:\/\/[^/?#\s]/i.test(url.trim())) return [];
  return [
    finding({ en: 'This is not a web address.', zh: '这不是有效的网址。' }, 'url', { code: 'URL_INVALID' }),
  ];
}

function checkMail({ email, smtp }: NotifyConfig): NodeFinding[] {
  return [
    ...(isUnset(smtp?.host)
      ? [finding({ en: 'Name the mail server.', zh: '请填写邮件服务器。' }, 'smtp.host')]
      : []),
    ...(isUnset(email?.from)
      ? [finding({ en: 'Say whom the mail is from.', zh: '请填写发件人。' }, 'email.from')]
      : []),
    ...(isUnset(email?.to)
      ? [finding({ en: 'Say whom the mail is for.', zh: '请填写收件人。' }, 'email.to')]
      : []),
  ];
}

function checkNotify(config: NotifyConfig): NodeFinding[] {
  const { channel, message, format, title } = config;
  const isMail = channel === 'email';
  return [
    ...(message.trim() === ''
      ? [finding({ en: 'The message is empty.', zh: '消息内容为空。' }, 'message')]
      : []),
    ...(isMail && title.trim() === ''
      ? [finding({ en: 'A mail needs a subject.', zh: '邮件需要主题。' }, 'title')]
      : []),
    ...(!isMail && format === 'html'
      ? [finding({ en: 'HTML is for mail alone.', zh: '只有邮件可以使用 HTML 格式。' }, 'format')]
      : []),
    ...(isMail ? checkMail(config) : checkAddress(config)),
  ];
}

/** Tells people outside of the flow. */
export const notify = defineNode({
  type: 'notify',
  kind: 'action',
  effect: 'write',
  category: 'tool',
  icon: 'bell',
  title: { en: 'Notify', zh: '通知' },
  description: { en: 'Sends a message to people.', zh: '向群机器人、Webhook 或邮箱发送消息。' },
  config: configSchema,
  initialConfig: { channel: 'webhook', title: '', message: '', format: 'text' },
  outputs: () => [
    { name: 'delivered', type: 'boolean', title: { en: 'Whether it was taken', zh: '是否送达' } },
    { name: 'response', type: 'any', title: { en: 'Reply', zh: '返回内容' } },
  ],
  check: checkNotify,
  summary: ({ channel, title, message }) => `${channel} · ${title || (message.split('\n', 1)[0] ?? '')}`,
});
