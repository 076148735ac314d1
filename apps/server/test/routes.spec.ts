import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { ModulesContainer } from '@nestjs/core';
import { ACCESS } from '../src/platform/auth/access';
import { createTestServer, type TestServer } from './support/test-server';

interface Route {
  readonly name: string;
  readonly handler: object;
  readonly controller: object;
}

function routesOf(server: TestServer): Route[] {
  const modules = [...server.app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype),
  );
  return controllers.flatMap((controller) => {
    const prototype = controller?.prototype as object | undefined;
    if (controller === null || controller === undefined || prototype === undefined) return [];
    const methods = Object.getOwnPropertyNames(prototype).map(
      (key) => [key, Reflect.get(prototype, key)] as const,
    );
    return methods
      .filter(([, handler]) => typeof handler === 'function' && Reflect.hasMetadata(METHOD_METADATA, handler))
      .map(([key, handler]) => ({
        name: `${controller.name}.${key}`,
        handler: handler as object,
        controller,
      }));
  });
}

describe('routes', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('all say who may call them', () => {
    const routes = routesOf(server);
    expect(routes.length).toBeGreaterThan(10);
    const open = routes.filter(
      ({ handler, controller }) =>
        !Reflect.hasMetadata(ACCESS, handler) && !Reflect.hasMetadata(ACCESS, controller),
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('are closed to nobody in particular unless they say so', async () => {
    const closed = routesOf(server).filter(({ handler, controller }) => {
      const access: unknown = Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
      return (
        typeof access === 'object' &&
        access !== null &&
        'kind' in access &&
        /signed-in|permission/.test(String(access.kind))
      );
    });
    for (const { handler, controller, name } of closed) {
      const base = String(Reflect.getMetadata(PATH_METADATA, controller));
      const own = String(Reflect.getMetadata(PATH_METADATA, handler));
      const path = `/${base}/${own}`
        .replace(/\/+/g, '/')
        .replace(/:[A-Za-z]+/g, '00000000-0000-4000-8000-000000000000');
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number] ?? 'GET';
      const { status } = await server.anonymous.raw(
        method,
        path,
        method === 'GET' ? (undefined as never) : '{}',
        {
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
      );
      expect([name, status]).toEqual([name, 401]);
    }
  });

  it('are described in OpenAPI, with their bodies', async () => {
    const { status, body } = await server.anonymous.get('/api/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\./);
    expect(body.paths['/api/auth/login'].post.requestBody.content['application/json'].schema).toMatchObject({
      type: 'object',
      required: ['email', 'password'],
    });
    expect(body.paths['/api/secrets'].get.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'page',
      'page_size',
      'q',
      'sort',
    ]);
  });

  it('can be read and tried on a page without anything from outside', async () => {
    const page = await server.anonymous.get('/api/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) {
      expect(address).toMatch(/^\/api\/docs\//);
      expect([address, (await server.anonymous.get(address)).status]).toEqual([address, 200]);
    }
    expect(page.text).not.toMatch(/<script>|\son\w+=/);
  });
});
