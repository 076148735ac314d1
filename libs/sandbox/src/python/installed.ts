import { createRequire } from 'node:module';

const { resolve } = createRequire(__filename);

/** Whether a package is installed; optional ones are not everywhere. It may still not load. */
function isInstalled(name: string): boolean {
  try {
    return resolve(name) !== '';
  } catch {
    return false;
  }
}

/** Whether isolated-vm is installed, in the version for this Node. */
export const hasIsolates = (): boolean => isInstalled('isolated-vm') || isInstalled('isolated-vm-6');

/** What Python needs and this machine has not; undefined when all is there. */
export function missingPackage(): string | undefined {
  if (!hasIsolates()) return 'isolated-vm';
  return isInstalled('pyodide/package.json') ? undefined : 'pyodide';
}
