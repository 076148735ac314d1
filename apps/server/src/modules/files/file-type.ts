import type { UploadedFile } from '@heddle/contracts';
import { fileTypeFromBuffer } from 'file-type';
import { fileErrors } from './file-errors';

/** How many first bytes are looked at. */
export const SNIFFED_BYTES = 64 * 1024;

type Kind = UploadedFile['type'];

/** What files of one extension are: their type, and which contents may carry that extension. */
interface Format {
  readonly mimeType: string;
  readonly kind: Kind;
  /** `text` has no signature; otherwise the sniffed extensions, or a family of MIME types. */
  readonly content: 'text' | RegExp | readonly string[];
}

const text = (mimeType: string): Format => ({ mimeType, kind: 'document', content: 'text' });
const image = (mimeType: string): Format => ({ mimeType, kind: 'image', content: /^image\// });
const audio = (mimeType: string): Format => ({ mimeType, kind: 'audio', content: /^(audio|video)\/|\/ogg$/ });
const video = (mimeType: string): Format => ({ mimeType, kind: 'video', content: /^video\/|\/ogg$/ });
const binary = (mimeType: string, content: readonly string[]): Format => ({
  mimeType,
  kind: 'document',
  content,
});

const OFFICE = 'application/vnd.openxmlformats-officedocument';

const FORMATS: Readonly<Record<string, Format>> = {
  txt: text('text/plain'),
  md: text('text/markdown'),
  markdown: text('text/markdown'),
  mdx: text('text/markdown'),
  csv: text('text/csv'),
  json: text('application/json'),
  yaml: text('application/yaml'),
  yml: text('application/yaml'),
  xml: text('application/xml'),
  html: text('text/html'),
  htm: text('text/html'),
  eml: text('message/rfc822'),
  vtt: text('text/vtt'),
  svg: { mimeType: 'image/svg+xml', kind: 'image', content: 'text' },
  pdf: binary('application/pdf', ['pdf']),
  docx: binary(`${OFFICE}.wordprocessingml.document`, ['docx', 'zip', 'cfb']),
  xlsx: binary(`${OFFICE}.spreadsheetml.sheet`, ['xlsx', 'zip', 'cfb']),
  pptx: binary(`${OFFICE}.presentationml.presentation`, ['pptx', 'zip', 'cfb']),
  doc: binary('application/msword', ['cfb', 'rtf']),
  xls: binary('application/vnd.ms-excel', ['cfb']),
  ppt: binary('application/vnd.ms-powerpoint', ['cfb']),
  msg: binary('application/vnd.ms-outlook', ['cfb']),
  epub: binary('application/epub+zip', ['epub', 'zip']),
  png: image('image/png'),
  jpg: image('image/jpeg'),
  jpeg: image('image/jpeg'),
  gif: image('image/gif'),
  webp: image('image/webp'),
  bmp: image('image/bmp'),
  mp3: audio('audio/mpeg'),
  mpga: audio('audio/mpeg'),
  m4a: audio('audio/mp4'),
  wav: audio('audio/wav'),
  amr: audio('audio/amr'),
  ogg: audio('audio/ogg'),
  flac: audio('audio/flac'),
  mp4: video('video/mp4'),
  mov: video('video/quicktime'),
  mpeg: video('video/mpeg'),
  mpg: video('video/mpeg'),
  webm: video('video/webm'),
};

/** Formats made of text that nevertheless have a signature. */
const TEXTUAL: ReadonlySet<string> = new Set([
  'xml',
  'ics',
  'vcf',
  'vtt',
  'eml',
  'rtf',
  'csv',
  'html',
  'svg',
  'json',
]);

/** What a stored file is. */
export interface FileType {
  readonly mimeType: string;
  readonly kind: Kind;
}

type Sniffed = { readonly ext: string; readonly mime: string } | undefined;

const looksBinary = (head: Uint8Array): boolean => {
  const hasByteOrderMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return !hasByteOrderMark && head.includes(0);
};

function fits({ content }: Format, sniffed: Sniffed, head: Uint8Array): boolean {
  if (content === 'text') return sniffed === undefined ? !looksBinary(head) : TEXTUAL.has(sniffed.ext);
  if (sniffed === undefined) return false;
  return content instanceof RegExp ? content.test(sniffed.mime) : content.includes(sniffed.ext);
}

/** The kind of a file by its extension alone. */
export const kindOf = (extension: string): Kind =>
  Object.hasOwn(FORMATS, extension) ? (FORMATS[extension]?.kind ?? 'custom') : 'custom';

/**
 * Decides what a file is by its first bytes and its extension; what a client says about it counts for nothing.
 * @throws FILE_TYPE_MISMATCH when the content is not what the extension says
 */
export async function typeOfFile(extension: string, head: Uint8Array): Promise<FileType> {
  const sniffed = await fileTypeFromBuffer(head);
  const format = Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
  if (format === undefined) return { mimeType: sniffed?.mime ?? 'application/octet-stream', kind: 'custom' };
  if (!fits(format, sniffed, head)) {
    const found = sniffed?.mime ?? (looksBinary(head) ? 'of another kind' : 'plain text');
    throw fileErrors.FILE_TYPE_MISMATCH({ extension, found });
  }
  // A family may hold other formats of its kind, as a PNG named .jpg; the content decides how it is served.
  const mimeType = format.content instanceof RegExp ? (sniffed?.mime ?? format.mimeType) : format.mimeType;
  return { mimeType, kind: format.kind };
}
