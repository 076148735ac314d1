import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The built web app. */
export interface WebBuild {
  readonly folder: string;
  readonly indexHtml: string;
  /** CSP sources for the scripts that stand in the page itself, such as the one that sets the theme before paint. */
  readonly inlineScriptHashes: readonly string[];
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

function findFolder(from: string): string | undefined {
  const candidate = path.join(from, 'apps', 'web', 'dist');
  if (existsSync(path.join(candidate, 'index.html'))) return candidate;
  const parent = path.dirname(from);
  return parent === from ? undefined : findFolder(parent);
}

/** Finds the web app next to the server; undefined when it was not built. */
export function findWebBuild(): WebBuild | undefined {
  const folder = findFolder(__dirname);
  return folder === undefined ? undefined : readWebBuild(folder);
}

/** Reads a build out of its folder. */
export function readWebBuild(folder: string): WebBuild {
  const indexHtml = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const inlineScriptHashes = [...indexHtml.matchAll(INLINE_SCRIPT)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
  return { folder, indexHtml, inlineScriptHashes };
}
