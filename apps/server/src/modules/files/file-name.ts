const MAX_LENGTH = 255;
const MAX_EXTENSION_LENGTH = 16;
/** Controls, lone surrogates, and marks that turn text around to make `gpj.exe` look like `exe.jpg`. */
const MISLEADING = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** The extension of a name in lower case without its dot; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  return /^[a-z0-9]+$/.test(extension) && extension.length <= MAX_EXTENSION_LENGTH ? extension : '';
}

const shortened = (name: string): string => {
  if (name.length <= MAX_LENGTH) return name;
  const extension = extensionOf(name);
  const ending = extension === '' ? '' : `.${extension}`;
  return name.slice(0, MAX_LENGTH - ending.length) + ending;
};

/** Makes a name that was sent with a file fit to be shown: no folders, no control characters, not too long. */
export function cleanFileName(sent: string | undefined): string {
  const lastPart = (sent ?? '').split(/[/\\]/).at(-1) ?? '';
  const name = lastPart.replace(MISLEADING, '').normalize('NFC').trim();
  return /^\.*$/.test(name) ? 'file' : shortened(name);
}
