import { Injectable, type LoggerService } from '@nestjs/common';
import type { Level, Logger } from 'pino';

/** The logger, for ourselves and for Nest; `pino` has the structured form. */
@Injectable()
export class AppLogger implements LoggerService {
  constructor(readonly pino: Logger) {}

  /** Nest tells at `log` what it does while it starts, which nobody needs to read by default. */
  log(message: unknown, context?: unknown): void {
    this.write('debug', message, { context });
  }

  error(message: unknown, ...rest: readonly unknown[]): void {
    const facts = rest.length > 1 ? { context: rest.at(-1), stack: rest[0] } : { context: rest[0] };
    this.write('error', message, facts);
  }

  warn(message: unknown, context?: unknown): void {
    this.write('warn', message, { context });
  }

  debug(message: unknown, context?: unknown): void {
    this.write('debug', message, { context });
  }

  verbose(message: unknown, context?: unknown): void {
    this.write('trace', message, { context });
  }

  private write(level: Level, message: unknown, facts: { context: unknown; stack?: unknown }): void {
    if (message instanceof Error) this.pino[level]({ ...facts, err: message }, message.message);
    else this.pino[level](facts, typeof message === 'string' ? message : JSON.stringify(message));
  }
}
