import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

const ERROR_SCHEMA = {
  type: 'object',
  required: ['code', 'message', 'request_id'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    details: { type: 'object', additionalProperties: true },
    request_id: { type: 'string' },
  },
};

/** Describes the API as it is: made from the handlers and their schemas when somebody first asks. */
export function lazyDocument(app: INestApplication): () => OpenAPIObject {
  let document: OpenAPIObject | undefined;
  return () => {
    if (document !== undefined) return document;
    const base = new DocumentBuilder()
      .setTitle('Heddle')
      .setDescription('The API of the console. Sign in at /api/auth/login and send the token as a bearer.')
      .setVersion('1')
      .addBearerAuth()
      .addGlobalResponse({ status: 'default', description: 'An error', schema: ERROR_SCHEMA } as never)
      .build();
    document = SwaggerModule.createDocument(app, base, {
      operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
    });
    return document;
  };
}
