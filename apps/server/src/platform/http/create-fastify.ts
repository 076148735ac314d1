import multipart from '@fastify/multipart';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { maxHeaderSize, type Server } from 'node:http';
import type { ServerConfig } from '../config/server-config';
import { requestErrors } from '../errors/request-errors';
import { MAX_BODY_BYTES } from './body-limit';
import type { FrontDoor } from './front-door';
import { parseJsonBody } from './json-body';
import { keepRawBodies } from './raw-body';
import { routableUrl } from './routable-url';

const REQUEST_ID = /^[A-Za-z0-9_.:-]{8,128}$/;
const MAX_MULTIPART_FIELDS = 50;
/** What requests get to end in when the work they waited for has ended. */
const REQUEST_DRAIN_MS = 5_000;

/** Takes over the id that a proxy gave a request, when it is harmless in logs. */
const requestIdOf = (headers: FastifyRequest['raw']['headers']): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
};

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

function refuseOtherEncodings(request: FastifyRequest): void {
  const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw requestErrors.CONTENT_TYPE({ expected: 'application/json in UTF-8' });
  }
}

function refuseCompressed(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding']?.toLowerCase();
  if (encoding !== undefined && encoding !== 'identity') {
    throw requestErrors.CONTENT_TYPE({ expected: 'the body without compression' });
  }
}

/** The HTTP server below Nest: parses bodies by our rules, and listens at the door that is open already. */
export async function createFastify(config: ServerConfig, door: FrontDoor): Promise<FastifyInstance> {
  const { trustedProxies } = config.http;
  const instance = fastify<Server>({
    serverFactory: (handler) => door.lead(handler),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies === 0 ? false : (_address, hop) => hop < trustedProxies,
    genReqId: (request) => requestIdOf(request.headers),
    // Long ids and broken addresses are refused by the routes, in their own shapes of errors; the router has none of them.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    rewriteUrl: ({ url }) => routableUrl(url ?? '/'),
    forceCloseConnections: false,
    onProtoPoisoning: 'remove',
  });
  instance.removeContentTypeParser(['application/json', 'text/plain']);
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseOtherEncodings(request);
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  // Nest closes the database after this, which running requests still need.
  instance.addHook('preClose', () => door.drained(REQUEST_DRAIN_MS));
  instance.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    try {
      refuseCompressed(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  keepRawBodies(instance);
  await instance.register(multipart, {
    limits: {
      fileSize: config.maxFileBytes,
      files: 1,
      fields: MAX_MULTIPART_FIELDS,
      fieldSize: 64 * 1024,
      parts: 60,
    },
    throwFileSizeLimit: false,
  });
  return instance;
}
