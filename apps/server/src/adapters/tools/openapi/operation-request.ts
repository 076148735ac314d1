import type { FilesPort, HttpBody, HttpPart, HttpRequest } from '@heddle/engine';
import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { toolRequest } from '../http-text';
import { accessHeaders, accessQuery, type ServiceAccess } from '../service-access';
import { toolErrors } from '../tool-errors';
import type { ArgumentPlace, Operation, OperationArgument } from './operation';
import { argumentPairs, argumentText, plainText } from './write-argument';

/** A call of an operation, with what is needed to send it. */
export interface OperationCall {
  /** The tool's name, for messages. */
  readonly tool: string;
  readonly operation: Operation;
  readonly access: ServiceAccess;
  readonly arguments: JsonObject;
  readonly workspaceId: string;
  readonly idempotencyKey: string;
}

type Header = readonly [string, string];

const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const refused = (tool: string, reason: string): Error => toolErrors.TOOL_ARGUMENTS_INVALID({ tool, reason });

/** The arguments of one place that were given. */
const givenIn = (
  { operation, arguments: given }: OperationCall,
  place: ArgumentPlace,
): (readonly [OperationArgument, Json])[] =>
  operation.arguments.flatMap((argument) => {
    const value = Object.hasOwn(given, argument.argument) ? given[argument.argument] : undefined;
    return argument.in === place && value !== undefined && value !== null ? [[argument, value] as const] : [];
  });

/** The path with its arguments; none of them can lead out of its place. */
function pathOf(call: OperationCall): string {
  const { tool, operation } = call;
  const given = new Map(
    givenIn(call, 'path').map(([argument, value]) => [argument.name, argumentText(argument, value)]),
  );
  const path = operation.path.replace(/\{([^}]+)\}/g, (_whole, name: string) => {
    const text = given.get(name) ?? '';
    if (text === '') throw refused(tool, `${name} must not be empty`);
    return encodeURIComponent(text);
  });
  if (path.split(/[/\\]/).some((segment) => DOT_SEGMENT.test(segment))) {
    throw refused(tool, 'an argument makes the path lead elsewhere');
  }
  return path;
}

function urlOf(call: OperationCall): string {
  const { serverUrl } = call.access;
  const url = new URL(serverUrl.replace(/[?#].*$/, '').replace(/\/+$/, '') + pathOf(call));
  const pairs = givenIn(call, 'query').flatMap(([argument, value]) => argumentPairs(argument, value));
  for (const [name, value] of [...pairs, ...accessQuery(call.access)]) url.searchParams.append(name, value);
  return url.href;
}

function headersOf(call: OperationCall): Header[] {
  const own = givenIn(call, 'header').map(([argument, value]): Header => [
    argument.name,
    argumentText(argument, value),
  ]);
  const cookies = givenIn(call, 'cookie')
    .flatMap(([argument, value]) => argumentPairs(argument, value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const access = accessHeaders(call.access);
  const taken = new Set(access.map(([name]) => name.toLowerCase()));
  const isSafe = SAFE_METHODS.has(call.operation.method);
  return [
    ['Accept', 'application/json, text/*;q=0.9, */*;q=0.5'],
    ...(isSafe ? [] : [['Idempotency-Key', call.idempotencyKey] as const]),
    ...own.filter(([name]) => !taken.has(name.toLowerCase())),
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
    ...access,
  ];
}

const isFile = (value: Json): value is JsonObject & { id: string; name: string; mime_type: string } =>
  isJsonObject(value) && ['id', 'name', 'mime_type'].every((key) => typeof value[key] === 'string');

const fieldsOf = (value: Json): [string, Json][] =>
  isJsonObject(value)
    ? Object.entries(value).flatMap(([name, item]): [string, Json][] =>
        Array.isArray(item) ? item.map((one) => [name, one]) : [[name, item]],
      )
    : [];

async function multipart(value: Json, files: FilesPort, workspaceId: string): Promise<HttpBody> {
  const parts = fieldsOf(value)
    .filter(([, item]) => item !== null)
    .map(async ([name, item]): Promise<HttpPart> => {
      if (!isFile(item)) return { name, value: plainText(item) };
      const bytes = await files.read(workspaceId, item.id);
      return { name, value: { bytes, filename: item.name, contentType: item.mime_type } };
    });
  return { kind: 'multipart', parts: await Promise.all(parts) };
}

async function bodyOf(call: OperationCall, files: FilesPort): Promise<HttpBody | undefined> {
  const { body } = call.operation;
  const value =
    body && Object.hasOwn(call.arguments, body.argument) ? call.arguments[body.argument] : undefined;
  if (!body || value === undefined) return undefined;
  const { contentType } = body;
  if (/^multipart\//i.test(contentType)) return multipart(value, files, call.workspaceId);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const form = new URLSearchParams();
    for (const [name, item] of fieldsOf(value)) form.append(name, plainText(item));
    return { kind: 'text', text: form.toString(), contentType };
  }
  if (isFile(value) && !/json/i.test(contentType)) {
    return { kind: 'bytes', bytes: await files.read(call.workspaceId, value.id), contentType };
  }
  const text = /json/i.test(contentType) ? JSON.stringify(value) : plainText(value);
  return { kind: 'text', text, contentType };
}

/** The request that a call of an operation is. @throws TOOL_ARGUMENTS_INVALID, FILE_NOT_FOUND */
export async function operationRequest(call: OperationCall, files: FilesPort): Promise<HttpRequest> {
  const body = await bodyOf(call, files);
  return toolRequest({
    method: call.operation.method,
    url: urlOf(call),
    headers: headersOf(call),
    ...(body === undefined ? {} : { body }),
  });
}
