import { Injectable, type LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { ConfigValues } from '../config/server-config';

/** Where secrets show up in what we log; everything else is logged by name, not whole. */
const REDACTED = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'api_key',
  'apiKey',
  'value',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Makes the process's logger; pretty lines on a terminal, one JSON object a line elsewhere. */
export function createPino(settings: ConfigValues['log'], destination?: DestinationStream): Logger {
  const options = {
    level: settings.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, censor: '[hidden]' },
  };
  if (destination !== undefined) return pino(options, destination);
  return settings.format === 'pretty'
    ? pino(
        options,
        pretty({
          colorize: process.stdout.isTTY,
          translateTime: 'SYS:HH:MM:ss',
          ignore: 'pid,hostname',
          sync: true,
        }),
      )
    : pino(options);
}

/** The logger, for ourselves and for Nest; `pino` has the structured form. */
@Injectable()
export class AppLogger implements LoggerService {
  constructor(readonly pino: Logger) {}

  /** Nest tells at `log` what it does while it starts, which nobody needs to read by default. */
  log(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  error(message: unknown, ...rest: readonly unknown[]): void {
    this.write('error', message, rest.at(-1), rest.length > 1 ? rest[0] : undefined);
  }

  warn(message: unknown, context?: unknown): void {
    this.write('warn', message, context);
  }

  debug(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  verbose(message: unknown, context?: unknown): void {
    this.write('trace', message, context);
  }

  private write(level: pino.Level, message: unknown, context: unknown, stack?: unknown): void {
    const facts = {
      ...(typeof context === 'string' ? { context } : {}),
      ...(stack === undefined ? {} : { stack }),
    };
    if (message instanceof Error) this.pino[level]({ ...facts, err: message }, message.message);
    else this.pino[level](facts, typeof message === 'string' ? message : JSON.stringify(message));
  }
}
