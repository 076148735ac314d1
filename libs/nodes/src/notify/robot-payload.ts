import type { Json, JsonObject } from '@heddle/model';
import type { Mentions } from './mentions';
import type { Channel, NotifyConfig } from './schema';

/** A message with its references filled in. */
export interface Notice {
  readonly title: string;
  readonly message: string;
  readonly format: NotifyConfig['format'];
  readonly mentions: Mentions;
}

type PayloadMaker = (notice: Notice) => JsonObject;

const isMarkdown = ({ format }: Notice): boolean => format === 'markdown';

/** The message below its title, marks of who is mentioned after it. */
function body({ title, message }: Notice, marks: readonly string[] = []): string {
  const heading = title === '' ? [] : [title];
  const text = [...heading, message].join('\n');
  const missing = marks.filter((mark) => !text.includes(mark));
  return missing.length === 0 ? text : `${text}\n${missing.join(' ')}`;
}

/** @see https://developer.work.weixin.qq.com/document/path/91770 */
const wecom: PayloadMaker = (notice) => {
  const { everyone, ids, mobiles } = notice.mentions;
  if (isMarkdown(notice)) {
    const content = body(
      notice,
      ids.map((id) => `<@${id}>`),
    );
    return { msgtype: 'markdown', markdown: { content } };
  }
  const mentioned = [...ids, ...(everyone ? ['@all'] : [])];
  const text = { content: body(notice), mentioned_list: mentioned, mentioned_mobile_list: [...mobiles] };
  return { msgtype: 'text', text };
};

/** DingTalk shows a mention only where the text holds its mark. @see https://open.dingtalk.com/document/robots/custom-robot-access */
const dingtalk: PayloadMaker = (notice) => {
  const { everyone, ids, mobiles } = notice.mentions;
  const at = { atMobiles: [...mobiles], atUserIds: [...ids], isAtAll: everyone };
  const marks = [...mobiles, ...ids].map((who) => `@${who}`);
  if (!isMarkdown(notice)) return { msgtype: 'text', text: { content: body(notice, marks) }, at };
  const title = notice.title || (notice.message.split('\n', 1)[0] ?? '').slice(0, 60);
  return { msgtype: 'markdown', markdown: { title, text: body({ ...notice, title: '' }, marks) }, at };
};

/** @see https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot */
const feishu: PayloadMaker = (notice) => {
  const { everyone, ids } = notice.mentions;
  const known = [...ids.map((id) => id.replace(/[^\w@.-]/g, '')), ...(everyone ? ['all'] : [])];
  if (!isMarkdown(notice)) {
    const marks = known.map((id) => `<at user_id="${id}"></at>`);
    return { msg_type: 'text', content: { text: body(notice, marks) } };
  }
  const marks = known.map((id) => `<at id=${id}></at>`);
  const elements: Json[] = [{ tag: 'markdown', content: body({ ...notice, title: '' }, marks) }];
  const header =
    notice.title === '' ? {} : { header: { title: { tag: 'plain_text', content: notice.title } } };
  return { msg_type: 'interactive', card: { ...header, elements } };
};

const escapeForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function slackMark(id: string): string {
  if (/^[UW][A-Z0-9]{5,}$/.test(id)) return `<@${id}>`;
  if (/^S[A-Z0-9]{5,}$/.test(id)) return `<!subteam^${id}>`;
  return id === 'channel' || id === 'here' ? `<!${id}>` : `@${escapeForSlack(id)}`;
}

/** @see https://api.slack.com/messaging/webhooks */
const slack: PayloadMaker = (notice) => {
  const { everyone, ids, mobiles } = notice.mentions;
  const marks = [...ids, ...mobiles].map(slackMark).concat(everyone ? ['<!channel>'] : []);
  const written = isMarkdown(notice) ? notice.message : escapeForSlack(notice.message);
  const title = notice.title === '' ? '' : `*${escapeForSlack(notice.title)}*`;
  return { text: body({ ...notice, title, message: written }, marks), mrkdwn: true };
};

const webhook: PayloadMaker = ({ title, message, format, mentions }) => ({
  title,
  message,
  format,
  mentions: [...mentions.ids, ...mentions.mobiles, ...(mentions.everyone ? ['all'] : [])],
});

const MAKERS: Readonly<Record<Exclude<Channel, 'email'>, PayloadMaker>> = {
  webhook,
  wecom,
  dingtalk,
  feishu,
  slack,
};

/** A message in the words of a channel. */
export const robotPayload = (channel: Exclude<Channel, 'email'>, notice: Notice): JsonObject =>
  MAKERS[channel](notice);
