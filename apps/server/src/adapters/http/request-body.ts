import type { HttpBody, HttpPart } from '@heddle/engine';
import { randomBytes } from 'node:crypto';

/** A body ready to send, as often as redirects ask for it. */
export interface EncodedBody {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
}

/** As browsers write names: the characters that would end the quoted text, or the line, are escaped. */
const quoted = (text: string): string =>
  `"${text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('\0', '%00')}"`;

const plainType = (type: string): string =>
  /^[\t\x20-\x7e]+$/.test(type) ? type : 'application/octet-stream';

function encodePart(part: HttpPart): Buffer[] {
  const disposition = `Content-Disposition: form-data; name=${quoted(part.name)}`;
  if (typeof part.value === 'string') return [Buffer.from(`${disposition}\r\n\r\n${part.value}\r\n`)];
  const { bytes, contentType, filename } = part.value;
  const head = `${disposition}; filename=${quoted(filename)}\r\nContent-Type: ${plainType(contentType)}\r\n\r\n`;
  return [Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')];
}

function encodeMultipart(parts: readonly HttpPart[]): EncodedBody {
  const boundary = `heddle-${randomBytes(16).toString('hex')}`;
  const pieces = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), ...encodePart(part)]);
  return {
    bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Encodes the body of a request. */
export function encodeBody(body: HttpBody): EncodedBody {
  switch (body.kind) {
    case 'text':
      return { bytes: Buffer.from(body.text), contentType: body.contentType };
    case 'bytes':
      return { bytes: Buffer.from(body.bytes), contentType: body.contentType };
    case 'multipart':
      return encodeMultipart(body.parts);
  }
}
