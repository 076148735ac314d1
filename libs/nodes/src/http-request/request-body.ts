import type { HttpBody, HttpPart, NodeContext } from '@heddle/engine';
import { describeValue, type Json, renderText } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { fileName, filesIn, isFile } from '../fields/file-value';
import { fillJsonText } from './json-text';
import type { BodyConfig } from './schema';

type Context = NodeContext<'files'>;

function jsonBody(value: Json, { variables, isDifyCompatible }: Context): HttpBody {
  const text =
    typeof value === 'string'
      ? fillJsonText(value, { lookup: variables.lookup, isDifyCompatible: isDifyCompatible === true })
      : JSON.stringify(variables.resolve(value));
  return { kind: 'text', text, contentType: 'application/json' };
}

function formBody(body: BodyConfig, { variables }: Context): HttpBody {
  const form = new URLSearchParams();
  for (const { name, value } of body.fields ?? []) {
    const resolved = variables.resolve(value);
    for (const item of Array.isArray(resolved) ? resolved : [resolved]) {
      form.append(variables.text(name), renderText(item));
    }
  }
  return { kind: 'text', text: form.toString(), contentType: 'application/x-www-form-urlencoded' };
}

async function partsOf(name: string, value: Json, { ports, run }: Context): Promise<HttpPart[]> {
  const files = filesIn(value);
  if (files.length === 0) return [{ name, value: renderText(value) }];
  return Promise.all(
    files.map(async (file) => ({
      name,
      value: {
        bytes: await ports.files.read(run.workspaceId, file.id),
        filename: fileName(file),
        contentType: file.mime_type,
      },
    })),
  );
}

async function multipartBody(body: BodyConfig, context: Context): Promise<HttpBody> {
  const { variables } = context;
  const parts = await Promise.all(
    (body.fields ?? []).map(({ name, value }) =>
      partsOf(variables.text(name), variables.resolve(value), context),
    ),
  );
  return { kind: 'multipart', parts: parts.flat() };
}

async function binaryBody(value: Json, { ports, run, variables }: Context): Promise<HttpBody> {
  const resolved = variables.resolve(value);
  const file = Array.isArray(resolved) && resolved.length === 1 ? resolved[0] : resolved;
  if (!isFile(file)) {
    throw nodeErrors.NODE_INPUT_TYPE({ input: 'body', expected: 'a file', got: describeValue(resolved) });
  }
  const bytes = await ports.files.read(run.workspaceId, file.id);
  return { kind: 'bytes', bytes, contentType: file.mime_type };
}

/**
 * The body to send, values filled in.
 * @throws HTTP_BODY_INVALID, NODE_INPUT_TYPE, FILE_NOT_FOUND
 */
export async function requestBody(body: BodyConfig, context: Context): Promise<HttpBody | undefined> {
  const value = body.value ?? '';
  switch (body.type) {
    case 'none':
      return undefined;
    case 'json':
      return jsonBody(value, context);
    case 'form':
      return formBody(body, context);
    case 'multipart':
      return multipartBody(body, context);
    case 'binary':
      return binaryBody(value, context);
    case 'text':
      return {
        kind: 'text',
        text: renderText(context.variables.resolve(value)),
        contentType: 'text/plain; charset=utf-8',
      };
  }
}
