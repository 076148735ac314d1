import type { MailMessage, MailPort, MailReceipt, MailRequest, MailServer } from '@heddle/engine';
import { isIP, type Socket } from 'node:net';
import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import { type Deadline, startDeadline } from '../http/deadline';
import { dial, type DialGuard } from './dial';
import { mailErrors } from './mail-errors';
import { mailFailure, refusedRecipients } from './mail-failure';

/** Nothing that a mail says may make the library read files or fetch addresses. */
const SEALED = { disableFileAccess: true, disableUrlAccess: true } as const;

function transportOptions(server: MailServer, connection: Socket): SMTPTransportOptions {
  const { host, port, security, user, password = '', verifyTls } = server;
  return {
    host,
    port,
    connection,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { rejectUnauthorized: verifyTls, ...(isIP(host) === 0 ? { servername: host } : {}) },
    ...(user === undefined ? {} : { auth: { user, pass: password } }),
    logger: false,
  };
}

const mailOf = ({ attachments, messageId, replyTo, html, text, ...message }: MailMessage) => ({
  ...message,
  to: [...message.to],
  cc: [...message.cc],
  bcc: [...message.bcc],
  ...(replyTo === undefined ? {} : { replyTo }),
  ...(text === undefined ? {} : { text }),
  ...(html === undefined ? {} : { html }),
  messageId: `<${messageId}>`,
  attachments: attachments.map(({ bytes, contentType, filename }) => ({
    filename,
    contentType,
    content: Buffer.from(bytes),
  })),
  ...SEALED,
});

/** Rejects when the deadline is over or the caller stops, whatever the server does. */
const interrupted = ({ signal }: Deadline): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = (): void => reject(new Error('The caller has stopped.'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

async function deliver({ message, server }: MailRequest, connection: Socket): Promise<MailReceipt> {
  const transport = createTransport(transportOptions(server, connection), SEALED);
  try {
    const { accepted, rejected, response } = await transport.sendMail(mailOf(message));
    return { accepted, rejected, response };
  } catch (error) {
    const rejected = refusedRecipients(error);
    const isAnswer = rejected.length > 0 && error instanceof Error;
    if (!isAnswer) throw error;
    return { accepted: [], rejected, response: mailFailure(error, server.host).message };
  } finally {
    transport.close();
  }
}

async function connectAndDeliver(
  request: MailRequest,
  guard: DialGuard,
  deadline: Deadline,
): Promise<MailReceipt> {
  const { host, port } = request.server;
  const socket = await dial({ hostname: host, port }, guard, deadline.signal);
  try {
    return await deliver(request, socket);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Makes the port through which nodes send mail: over SMTP, to addresses that were checked. */
export const createMailPort = (guard: DialGuard): MailPort => ({
  async send(request, signal) {
    signal.throwIfAborted();
    const { server, timeoutMs } = request;
    const deadline = startDeadline(signal, timeoutMs);
    try {
      return await Promise.race([connectAndDeliver(request, guard, deadline), interrupted(deadline)]);
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.isOver) {
        throw mailErrors.MAIL_TIMEOUT({ host: server.host, limit_ms: timeoutMs }, error);
      }
      throw mailFailure(error, server.host);
    } finally {
      deadline.end();
    }
  },
});
