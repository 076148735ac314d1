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
