import type { MailAttachment, MailServer, NodeContext } from '@heddle/engine';
import { describeValue, type Json, renderText } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { credential } from '../fields/credential';
import { sha256Hex } from '../fields/digest';
import { fileName, filesIn } from '../fields/file-value';
import type { Delivery } from './delivery';
import { domainOf, mailAddresses } from './mail-addresses';
import type { Notice } from './robot-payload';
import type { EmailConfig, SmtpConfig } from './schema';

type Context = NodeContext<'mail' | 'files' | 'secrets'>;

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_PORTS = { tls: 465, starttls: 587, none: 25 } as const;

/** A mail to send, as configured. */
export interface MailConfig {
  readonly email: EmailConfig;
  readonly smtp: SmtpConfig;
}

function portOf(text: string, security: SmtpConfig['security']): number {
  if (text.trim() === '') return DEFAULT_PORTS[security];
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw nodeErrors.NODE_INPUT_TYPE({
    input: 'smtp.port',
    expected: 'a port from 1 to 65535',
    got: describeValue(text),
  });
}

/** The mail server with its credentials read. @throws SECRET_NOT_FOUND, INPUT_REQUIRED, NODE_INPUT_TYPE */
export async function mailServer(smtp: SmtpConfig, context: Context): Promise<MailServer> {
  const [host, port, user, password] = await Promise.all(
    [smtp.host, smtp.port, smtp.user, smtp.password].map((value) => credential(value, context)),
  );
  if (!host?.trim()) throw nodeErrors.INPUT_REQUIRED({ input: 'smtp.host' });
  return {
    host: host.trim(),
    port: portOf(port ?? '', smtp.security),
    security: smtp.security,
    verifyTls: smtp.verify_tls,
    ...(user ? { user, password: password ?? '' } : {}),
  };
}

async function attachmentsOf(value: Json | undefined, context: Context): Promise<MailAttachment[]> {
  const { ports, run, variables } = context;
  if (value === undefined || value === null || value === '') return [];
  const resolved = variables.resolve(value);
  const files = filesIn(resolved);
  const isOther = Array.isArray(resolved)
    ? files.length < resolved.length
    : files.length === 0 && resolved !== null;
  if (isOther) {
    throw nodeErrors.NODE_INPUT_TYPE({
      input: 'email.attachments',
      expected: 'files',
      got: describeValue(resolved),
    });
  }
  return Promise.all(
    files.map(async (file) => ({
      filename: fileName(file),
      contentType: file.mime_type,
      bytes: await ports.files.read(run.workspaceId, file.id),
    })),
  );
}

/** Addresses of one field of the mail, its references filled in. */
const addresses = (value: Json | undefined, input: string, { variables }: Context): string[] =>
  value === undefined ? [] : mailAddresses(variables.resolve(value), `email.${input}`);

function sender(email: EmailConfig, context: Context): string {
  const [from] = addresses(email.from, 'from', context);
  if (from === undefined) throw nodeErrors.INPUT_REQUIRED({ input: 'email.from' });
  return from;
}

/**
 * Sends a message as a mail.
 * @throws INPUT_REQUIRED, NODE_INPUT_TYPE, FILE_NOT_FOUND, and what the mail port throws
 */
export async function sendMail(
  { email, server }: { readonly email: EmailConfig; readonly server: MailServer },
  { title, message, format }: Notice,
  context: Context,
): Promise<Delivery> {
  const { ports, policy, signal, idempotencyKey } = context;
  const from = sender(email, context);
  const to = addresses(email.to, 'to', context);
  if (to.length === 0) throw nodeErrors.INPUT_REQUIRED({ input: 'email.to' });
  const [replyTo] = addresses(email.reply_to, 'reply_to', context);
  const [attachments, id] = await Promise.all([
    attachmentsOf(email.attachments, context),
    sha256Hex(idempotencyKey),
  ]);
  signal.throwIfAborted();
  const receipt = await ports.mail.send(
    {
      server,
      message: {
        from,
        to,
        cc: addresses(email.cc, 'cc', context),
        bcc: addresses(email.bcc, 'bcc', context),
        subject: title,
        ...(format === 'html' ? { html: message } : { text: message }),
        ...(replyTo === undefined ? {} : { replyTo }),
        attachments,
        // The same for each attempt, so that a mail that did arrive is known as such when it comes again.
        messageId: `${id.slice(0, 32)}@${domainOf(from)}`,
      },
      timeoutMs: policy?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    },
    signal,
  );
  const { accepted, rejected, response } = receipt;
  return {
    delivered: rejected.length === 0,
    response: { accepted: [...accepted], rejected: [...rejected], reply: renderText(response) },
    ...(rejected.length === 0 ? {} : { reason: `${rejected.join(', ')} refused: ${response}` }),
  };
}
