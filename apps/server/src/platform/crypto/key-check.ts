import { ConfigError } from '../config/environment';
import { countSealed, ensureCanary, type QueryRows } from './key-rotation';
import type { SecretBox } from './secret-box';
import { CANARY } from './sealed-columns';

const opens = (box: SecretBox, envelope: string): boolean => {
  try {
    box.open(envelope, CANARY);
    return true;
  } catch {
    return false;
  }
};

/** Makes sure that everything sealed in a database can be opened. @throws ConfigError */
export async function checkKeys(query: QueryRows, box: SecretBox): Promise<void> {
  if (!opens(box, await ensureCanary(query, box))) {
    throw new ConfigError([
      'HEDDLE_SECRET_KEY is not the key that this database was written with: its secrets could not be read. ' +
        'To change the key, name the old one in HEDDLE_SECRET_KEY_PREVIOUS.',
    ]);
  }
  const foreign = [...(await countSealed(query))].filter(([keyId]) => !box.hasKey(keyId));
  if (foreign.length === 0) return;
  const count = foreign.reduce((sum, [, each]) => sum + each, 0);
  const names = foreign.map(([keyId]) => keyId).join(', ');
  throw new ConfigError([
    `${count} stored secrets are sealed with a key that is missing (${names}): name it in ` +
      'HEDDLE_SECRET_KEY_PREVIOUS and run npm run rotate-keys before it is taken away.',
  ]);
}
