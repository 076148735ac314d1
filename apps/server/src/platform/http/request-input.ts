import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorOfIssues, errorOfQueryIssues } from '../errors/schema-issues';
import { requestErrors } from '../errors/request-errors';

type OpenApiSchema = Parameters<typeof ApiBody>[0] extends infer Options
  ? Options extends { schema: infer Schema }
    ? Schema
    : never
  : never;

const requestOf = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();

/** The OpenAPI form of a schema: what a client sends (`input`) or gets (`output`). */
export const openApiOf = (schema: z.ZodType, io: 'input' | 'output'): OpenApiSchema =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' }) as OpenApiSchema;

/** Reads a body by its schema. @throws INPUT_*, FIELD_NOT_ALLOWED, ID_INVALID with the field's path */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (!result.success) throw errorOfIssues(result.error.issues, body);
  return result.data;
}

/** Reads a query by its schema. @throws QUERY_INVALID */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const result = schema.safeParse(query);
  if (!result.success) throw errorOfQueryIssues(result.error.issues);
  return result.data;
}

/** Reads an id out of an address. @throws ID_INVALID */
export function parseId(text: unknown, name: string): string {
  const result = z.uuid().safeParse(text);
  if (!result.success) throw requestErrors.ID_INVALID({ path: name });
  return result.data.toLowerCase();
}

/** A schema within an object: by itself Nest takes it for one of its pipes. */
interface Reads {
  readonly reads: z.ZodType;
}

const body = createParamDecorator(({ reads }: Reads, context: ExecutionContext): unknown => {
  const request = requestOf(context);
  const type = request.headers['content-type'];
  if (request.body === undefined && type !== undefined && !type.startsWith('application/json')) {
    throw requestErrors.CONTENT_TYPE({ expected: 'application/json' });
  }
  return parseBody(reads, request.body ?? undefined);
});

const query = createParamDecorator(({ reads }: Reads, context: ExecutionContext): unknown =>
  parseQuery(reads, { ...(requestOf(context).query as object) }),
);

const id = createParamDecorator((name: string, context: ExecutionContext): string =>
  parseId((requestOf(context).params as Record<string, unknown>)[name], name),
);

type Decorate = (target: object, key: string | symbol, descriptor: PropertyDescriptor) => unknown;

const documentHandler = (
  target: object,
  key: string | symbol | undefined,
  decorate: readonly MethodDecorator[],
): void => {
  if (key === undefined) return;
  const descriptor = Object.getOwnPropertyDescriptor(target, key);
  if (descriptor === undefined) return;
  for (const one of decorate) (one as Decorate)(target, key, descriptor);
};

/** Parameter: the JSON body, read by a schema and written into the API's documentation. */
export const ParsedBody =
  (schema: z.ZodType): ParameterDecorator =>
  (target, key, index) => {
    body({ reads: schema })(target, key, index);
    documentHandler(target, key, [ApiBody({ schema: openApiOf(schema, 'input') })]);
  };

/** Parameter: the query, read by a schema and written into the API's documentation. */
export const ParsedQuery =
  (schema: z.ZodObject): ParameterDecorator =>
  (target, key, index) => {
    query({ reads: schema })(target, key, index);
    const described = Object.entries(schema.shape).map(([name, field]) =>
      ApiQuery({ name, required: false, schema: openApiOf(field as z.ZodType, 'input') }),
    );
    documentHandler(target, key, described);
  };

/** Parameter: an id in the address. */
export const IdParam =
  (name = 'id'): ParameterDecorator =>
  (target, key, index) => {
    id(name)(target, key, index);
    documentHandler(target, key, [ApiParam({ name, schema: { type: 'string', format: 'uuid' } })]);
  };

/** What a handler answers with, for the API's documentation. */
export const Answers = (schema: z.ZodType, description = '', status = 200): MethodDecorator =>
  ApiResponse({ status, description, schema: openApiOf(schema, 'output') });
