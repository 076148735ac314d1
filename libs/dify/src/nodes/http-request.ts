import type { JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter } from '../node-converter';
import { readAuth, writeAuth } from './http-auth';
import { readBody, writeBody } from './http-body';
import { readLines, writeLines } from './http-lines';

/** Dify bounds connecting, sending and reading one by one, in seconds; here one limit is over all. */
function timeoutOf(data: Fields): number | undefined {
  const timeout = data.object('timeout');
  timeout.ignore('max_connect_timeout', 'max_read_timeout', 'max_write_timeout');
  const seconds = ['connect', 'read', 'write'].map((key) => {
    const value = Number(timeout.peek(key) ?? 0);
    return Number.isFinite(value) && value > 0 ? value : 0;
  });
  const total = seconds.reduce((sum, value) => sum + value, 0);
  return total > 0 ? Math.round(total * 1000) : undefined;
}

/** `http-request`; its `body` is always text, as `raw` is here. */
export const httpRequest: NodeConverter = {
  dify: ['http-request'],
  type: 'http_request',
  version: 2,
  outputs: { body: 'raw' },
  kept: ['timeout', 'variables'],
  read(data, node) {
    return {
      timeoutMs: timeoutOf(data),
      config: {
        method: data.text('method', 'get').toUpperCase(),
        url: node.text(data.text('url').trim()),
        params: readLines(data.text('params'), node),
        headers: readLines(data.text('headers'), node),
        body: readBody(data.object('body'), node),
        auth: readAuth(data.object('authorization'), node),
        ...(data.flag('ssl_verify', true) ? {} : { verify_tls: false }),
      },
    };
  },
  write(config, node): JsonObject {
    const follows = config.flag('follow_redirects', true);
    if (!follows) node.warn('FIELD_NOT_IN_DIFY', { field: 'follow_redirects' }, 'follow_redirects');
    return {
      method: config.text('method', 'GET').toLowerCase(),
      url: node.text(config.value('url')),
      params: writeLines(config.objects('params'), node),
      headers: writeLines(config.objects('headers'), node),
      body: writeBody(config.object('body'), node),
      authorization: writeAuth(config.object('auth'), node),
      ssl_verify: config.flag('verify_tls', true),
    };
  },
};
