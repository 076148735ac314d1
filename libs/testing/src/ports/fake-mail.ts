import type { MailPort, MailReceipt, MailRequest } from '@heddle/engine';
import { untilAborted } from './until-aborted';

/** What the scripted mail server does with one mail; everyone gets it unless said otherwise. */
export interface ScriptedDelivery extends Partial<MailReceipt> {
  /** Thrown instead of answering. */
  readonly error?: Error;
  /** Never answers until aborted. */
  readonly isHanging?: boolean;
}

/** A mail port that follows a script and remembers what it was given. */
export interface FakeMail extends MailPort {
  readonly sent: readonly MailRequest[];
}

/** Makes a mail port that answers mail after mail by the scripts; the last one repeats. */
export function fakeMail(...scripts: ScriptedDelivery[]): FakeMail {
  const sent: MailRequest[] = [];
  return {
    sent,
    async send(request, signal) {
      signal.throwIfAborted();
      const index = sent.push(request) - 1;
      const script = scripts[Math.min(index, scripts.length - 1)] ?? {};
      if (script.isHanging) await untilAborted(signal);
      signal.throwIfAborted();
      if (script.error) throw script.error;
      const { to, cc, bcc } = request.message;
      const { accepted = [...to, ...cc, ...bcc], rejected = [], response = '250 OK' } = script;
      return { accepted, rejected, response };
    },
  };
}
