import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { WebBuild } from './web-build';

/** Headers that keep browsers from running or loading anything that is not ours. */
export async function addSecurityHeaders(
  instance: FastifyInstance,
  build: WebBuild | undefined,
): Promise<void> {
  await instance.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(build?.inlineScriptHashes ?? [])],
        // Positions on the canvas are set as style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    // Whoever runs other hosts under the same name decides about them.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  });
}
