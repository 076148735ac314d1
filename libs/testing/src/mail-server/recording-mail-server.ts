import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { TEST_CERTIFICATE, TEST_KEY } from '../tls/test-certificate';

/** A mail as the server took it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, as sent. */
  readonly data: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly isEncrypted: boolean;
}

/** How a recording mail server behaves. */
export interface MailServerBehaviour {
  /** Encrypted from the start, after STARTTLS, or not at all. */
  readonly security?: 'tls' | 'starttls' | 'none';
  /** The reply to a command, by its beginning (`RCPT TO:<a@b.c>`), in place of the usual one. */
  readonly replies?: Readonly<Record<string, string>>;
  /** Says nothing at all. */
  readonly isSilent?: boolean;
}

interface Session {
  readonly behaviour: MailServerBehaviour;
  readonly onMail: (mail: ReceivedMail) => void;
  socket: Socket;
  isEncrypted: boolean;
  user?: string | undefined;
  password?: string | undefined;
  from: string;
  to: string[];
}

const secureContext = createSecureContext({ key: TEST_KEY, cert: TEST_CERTIFICATE });
const addressIn = (command: string): string => /<([^>]*)>/.exec(command)?.[1] ?? '';

function greetingOf({ behaviour, isEncrypted }: Session): string {
  const offersTls = behaviour.security === 'starttls' && !isEncrypted;
  return `250-test\r\n${offersTls ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN`;
}

function logIn(session: Session, command: string): string {
  const [, user = '', password = ''] = Buffer.from(command.split(' ')[2] ?? '', 'base64')
    .toString()
    .split('\0');
  Object.assign(session, { user, password });
  return '235 welcome';
}

/** The usual reply to a command. */
function replyTo(session: Session, command: string): string {
  const verb = command.slice(0, 4).toUpperCase();
  if (verb === 'EHLO') return greetingOf(session);
  if (verb === 'AUTH') return logIn(session, command);
  if (verb === 'DATA') return '354 go on';
  if (verb === 'QUIT') return '221 bye';
  if (verb === 'STAR') return '220 go on';
  if (verb === 'MAIL') session.from = addressIn(command);
  if (verb === 'RCPT') session.to.push(addressIn(command));
  return '250 OK';
}

function takeMail(session: Session, data: string): void {
  const { from, to, user, password, isEncrypted } = session;
  session.onMail({
    from,
    to: [...to],
    data: data.replaceAll('\r\n..', '\r\n.'),
    user,
    password,
    isEncrypted,
  });
  session.to = [];
}

function encrypt(session: Session): void {
  const plain = session.socket;
  plain.removeAllListeners('data');
  const socket = new TLSSocket(plain, { isServer: true, secureContext });
  socket.on('error', () => plain.destroy());
  Object.assign(session, { socket, isEncrypted: true });
  listen(session);
}

function listen(session: Session): void {
  const { behaviour, socket } = session;
  let text = '';
  let isReadingMail = false;
  const answer = (command: string): void => {
    const scripted = Object.entries(behaviour.replies ?? {}).find(([start]) => command.startsWith(start));
    const reply = scripted?.[1] ?? replyTo(session, command);
    isReadingMail = reply.startsWith('354');
    socket.write(`${reply}\r\n`);
    if (command.toUpperCase() === 'STARTTLS' && reply.startsWith('2')) encrypt(session);
    if (reply.startsWith('221')) socket.end();
  };
  const step = (end: string): string | undefined => {
    const at = text.indexOf(end);
    if (at < 0) return undefined;
    const part = text.slice(0, at);
    text = text.slice(at + end.length);
    return part;
  };
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
    for (;;) {
      const part = step(isReadingMail ? '\r\n.\r\n' : '\r\n');
      if (part === undefined) return;
      if (!isReadingMail) answer(part);
      else {
        isReadingMail = false;
        takeMail(session, part);
        socket.write(`${behaviour.replies?.['.'] ?? '250 queued'}\r\n`);
      }
    }
  });
}

/** A mail server on loopback for tests of what sends mail: it keeps what it is given and delivers nothing. */
export class RecordingMailServer {
  readonly received: ReceivedMail[] = [];
  behaviour: MailServerBehaviour = {};
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor() {
    this.#server = createServer((socket) => this.#greet(socket));
  }

  /** Starts on a free port, which it returns. */
  async start(): Promise<number> {
    await new Promise<void>((done) => void this.#server.listen(0, '127.0.0.1', done));
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many connections were ever made. */
  connections = 0;

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((done) => void this.#server.close(() => done()));
  }

  #greet(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    if (this.behaviour.isSilent) return;
    const session: Session = {
      behaviour: this.behaviour,
      onMail: (mail) => void this.received.push(mail),
      socket,
      isEncrypted: false,
      from: '',
      to: [],
    };
    if (this.behaviour.security === 'tls') encrypt(session);
    else listen(session);
    session.socket.write('220 test\r\n');
  }
}
