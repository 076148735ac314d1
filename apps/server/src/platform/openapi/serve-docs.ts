import fastifyStatic from '@fastify/static';
import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import path from 'node:path';
import { lazyDocument } from './document';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Heddle API</title>
    <link rel="icon" href="/api/docs/assets/favicon-32x32.png" />
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });
`;

/** Serves the API's description, and a page to read and try it that needs nothing from outside. */
export async function serveDocs(instance: FastifyInstance, app: INestApplication): Promise<void> {
  const document = lazyDocument(app);
  instance.get('/api/openapi.json', (_request, reply) => reply.send(document()));
  instance.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  instance.get('/api/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  await instance.register(fastifyStatic, {
    root: path.dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    wildcard: false,
    globIgnore: ['node_modules/**'],
    allowedPath: (name) => /\.(css|js|png)$/.test(name),
  });
}
