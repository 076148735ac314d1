import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';

/** What a route may say about itself with Nest's `RouteConfig`. */
export interface RouteFacts {
  /** Bodies arrive as the bytes that were sent, whatever their type; see {@link sentType}. */
  readonly keepsRawBody?: boolean;
  /** With {@link keepsRawBody}: forms with a file are read as uploads all the same. */
  readonly takesUploads?: boolean;
  /** The address itself lets its holder in, so it must not be logged. */
  readonly hasSecretPath?: boolean;
}

/** A type that nobody can guess, so that only routes that ask for it get raw bodies. */
const RAW_TYPE = `application/x-raw-${randomUUID()}`;

const sentTypes = new WeakMap<FastifyRequest, string>();

/** What the route of a request says about itself. */
export const routeFactsOf = (request: FastifyRequest): RouteFacts =>
  request.routeOptions.config as RouteFacts;

/** The content type that a request with a raw body was sent with. */
export const sentType = (request: FastifyRequest): string | undefined => sentTypes.get(request);

const isUpload = (request: FastifyRequest): boolean =>
  routeFactsOf(request).takesUploads === true &&
  request.raw.headers['content-type']?.startsWith('multipart/form-data') === true;

/** Lets routes that keep raw bodies have them, for signatures that are made over the bytes. */
export function keepRawBodies(instance: FastifyInstance): void {
  instance.addContentTypeParser(RAW_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  instance.addHook('onRequest', (request, _reply, done) => {
    if (routeFactsOf(request).keepsRawBody && !isUpload(request)) {
      const { headers } = request.raw;
      const { 'content-type': type, 'content-length': length, 'transfer-encoding': coding } = headers;
      if (type !== undefined) sentTypes.set(request, type);
      const hasBody = coding !== undefined || (length !== undefined && length !== '0');
      if (hasBody) headers['content-type'] = RAW_TYPE;
      else delete headers['content-type'];
    }
    done();
  });
}
