import type { CreateModelProviderBody } from '@heddle/contracts';
import { z } from 'zod';
import type { SecretBox } from '../../platform/crypto/secret-box';
import { requestErrors } from '../../platform/errors/request-errors';
import type { ModelProviderEntity } from './model-provider.entity';

/** Shorter keys would be told by their end. */
const SHORTEST_HINTED = 12;
const HINT_LENGTH = 4;
/** What cannot stand in a header, where keys go. */
const UNSENDABLE = /[^\x20-\x7e]/;

const keysSchema = z.array(z.string());

const placeOf = (rowId: string) => ({ table: 'model_providers', column: 'api_key', rowId }) as const;

type GivenKeys = Pick<CreateModelProviderBody, 'api_key' | 'api_keys'>;
type KeyColumns = Pick<ModelProviderEntity, 'api_key' | 'key_hint' | 'key_count'>;

function givenKeys({ api_key: one, api_keys: several }: GivenKeys): readonly string[] | undefined {
  if (one !== undefined && several !== undefined) {
    throw requestErrors.FIELD_NOT_ALLOWED({ path: 'api_keys' });
  }
  if (one !== undefined) return one === '' ? [] : [one];
  return several && [...new Set(several)];
}

/**
 * The columns for the keys of a request; undefined when it brings none.
 * @throws FIELD_NOT_ALLOWED, INPUT_BAD_CHARACTER
 */
export function sealedKeys(given: GivenKeys, id: string, box: SecretBox): KeyColumns | undefined {
  const keys = givenKeys(given);
  if (keys === undefined) return undefined;
  if (keys.some((key) => UNSENDABLE.test(key))) {
    throw requestErrors.INPUT_BAD_CHARACTER({ path: given.api_key === undefined ? 'api_keys' : 'api_key' });
  }
  const [first = ''] = keys;
  if (keys.length === 0) return NO_KEYS;
  return {
    api_key: box.seal(JSON.stringify(keys), placeOf(id)),
    key_hint: first.length < SHORTEST_HINTED ? null : first.slice(-HINT_LENGTH),
    key_count: keys.length,
  };
}

/** The columns of a provider that asks for no key. */
export const NO_KEYS: KeyColumns = { api_key: null, key_hint: null, key_count: 0 };

/** The keys of a provider. @throws SECRET_UNREADABLE */
export function openKeys(
  { id, api_key: sealed }: Pick<ModelProviderEntity, 'id' | 'api_key'>,
  box: SecretBox,
): readonly string[] {
  return sealed === null ? [] : keysSchema.parse(JSON.parse(box.open(sealed, placeOf(id))));
}
