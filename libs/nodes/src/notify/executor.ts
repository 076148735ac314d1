import { defineExecutor, type NodeContext } from '@heddle/engine';
import type { Json } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { credential, secretName } from '../fields/credential';
import { orStopped } from '../fields/or-stopped';
import { type Delivery, orRefused } from './delivery';
import { readMentions } from './mentions';
import type { Notice } from './robot-payload';
import { notify, type NotifyConfig } from './schema';
import { mailServer, sendMail } from './send-mail';
import { type Robot, sendToRobot } from './send-to-robot';

type Context = NodeContext<'http' | 'mail' | 'files' | 'secrets'>;

interface Sent {
  readonly delivery: Delivery;
  /** Where it went, as the trace may show it. */
  readonly host: string;
  readonly secrets: readonly string[];
}

function noticeOf(config: NotifyConfig, { variables }: Context): Notice {
  const message = variables.text(config.message);
  if (message.trim() === '') throw nodeErrors.INPUT_REQUIRED({ input: 'message' });
  const mentions = config.mentions === undefined ? null : variables.resolve(config.mentions);
  return {
    title: variables.text(config.title).trim(),
    message,
    format: config.format,
    mentions: readMentions(mentions),
  };
}

/** Values that must not be seen because they came out of the secrets. */
const onlySecret = (value: Json | undefined, text: string): string[] =>
  secretName(value) === undefined ? [] : [text];

async function byMail(config: NotifyConfig, notice: Notice, context: Context): Promise<Sent> {
  const { email, smtp } = config;
  if (!email || !smtp) throw nodeErrors.INPUT_REQUIRED({ input: email ? 'smtp' : 'email' });
  if (notice.title === '') throw nodeErrors.INPUT_REQUIRED({ input: 'title' });
  const server = await mailServer(smtp, context);
  const delivery = await sendMail({ email, server }, notice, context);
  const secrets = [server.password ?? '', ...onlySecret(smtp.user, server.user ?? '')];
  return { delivery, host: secretName(smtp.host) === undefined ? server.host : '••••••', secrets };
}

type RobotConfig = NotifyConfig & { readonly channel: Robot['channel'] };

const isForRobot = (config: NotifyConfig): config is RobotConfig => config.channel !== 'email';

async function byRobot(config: RobotConfig, notice: Notice, context: Context): Promise<Sent> {
  const { channel } = config;
  const [url, secret] = await Promise.all([
    credential(config.url, context),
    credential(config.secret, context),
  ]);
  if (url.trim() === '') throw nodeErrors.INPUT_REQUIRED({ input: 'url' });
  const delivery = await sendToRobot({ channel, url, secret }, notice, context);
  return { delivery, host: new URL(url.trim()).host, secrets: [url, secret] };
}

export default defineExecutor(notify, {
  needs: ['http', 'mail', 'files', 'secrets'],
  async run(config, context) {
    const notice = noticeOf(config, context);
    const sending = isForRobot(config) ? byRobot(config, notice, context) : byMail(config, notice, context);
    const { delivery, host, secrets } = await orStopped(context.signal, sending);
    const { delivered, response } = orRefused(delivery, context.policy);
    const { title, message } = notice;
    return {
      outputs: { delivered, response },
      inputs: { channel: config.channel, host, title, message },
      secrets: secrets.filter((secret) => secret !== ''),
    };
  },
});
