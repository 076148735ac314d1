import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { requestErrors } from '../errors/request-errors';
import type { WebBuild } from './web-build';

/** First segments of addresses that are never pages. */
const MACHINE_PREFIXES: ReadonlySet<string> = new Set([
  'api',
  'v1',
  'hooks',
  'mcp',
  'healthz',
  'readyz',
  'metrics',
]);
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const notFound = () => requestErrors.NOT_FOUND({ what: 'this address' });

const sendIndex = (reply: FastifyReply, build: WebBuild): FastifyReply =>
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(build.indexHtml);

/** Names within `assets` carry a hash of their content, so they never change. */
const cacheControlOf = (filePath: string): string =>
  filePath.startsWith('assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600';

/**
 * Serves the web app: its files by name, and its page for every other address that a person may type or reload.
 * Without a build, and for addresses of machines, the answer is the usual 404.
 */
export async function serveWeb(instance: FastifyInstance, build: WebBuild | undefined): Promise<void> {
  if (build !== undefined) {
    await instance.register(fastifyStatic, {
      root: build.folder,
      serve: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, file) =>
        void reply.header(
          'cache-control',
          cacheControlOf(path.relative(build.folder, file).replaceAll('\\', '/')),
        ),
    });
  }
  instance.get('/*', (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
    const wanted = request.params['*'];
    const first = wanted.split('/', 1)[0] ?? '';
    if (build === undefined || MACHINE_PREFIXES.has(first)) throw notFound();
    if (path.extname(wanted) === '') return sendIndex(reply, build);
    const file = path.join(build.folder, wanted);
    if (!file.startsWith(build.folder + path.sep) || !existsSync(file)) throw notFound();
    return reply.sendFile(wanted);
  });
}
