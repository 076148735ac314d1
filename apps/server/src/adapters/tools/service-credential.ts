import type { ToolAuth, ToolAuthBody } from '@heddle/contracts';
import type { ServiceAccess } from './service-access';
import type { SealedPlace } from '../../platform/crypto/sealed-columns';
import type { SecretBox } from '../../platform/crypto/secret-box';

/** A row that holds the access to a service. */
export interface AccessRow {
  readonly auth: Omit<ToolAuth, 'has_credential'>;
  readonly sealed: string | null;
}

/** How a service is told who calls, for rows that do not say. */
export const NO_AUTH: Omit<ToolAuth, 'has_credential'> = {
  type: 'none',
  in: 'header',
  name: 'X-API-Key',
  username: '',
};

/** The access as it is shown, its credential left out. */
export const shownAuth = ({ auth, sealed }: AccessRow): ToolAuth => ({
  ...auth,
  has_credential: sealed !== null,
});

/** The access as it is used, its credential opened. */
export const openAccess = (
  row: AccessRow & { readonly serverUrl: string },
  box: SecretBox,
  place: SealedPlace,
): ServiceAccess => ({
  serverUrl: row.serverUrl,
  auth: row.auth,
  credential: row.sealed === null ? '' : box.open(row.sealed, place),
});

/** What an access becomes, where something of it changes. */
export interface AccessChange {
  readonly auth?: ToolAuthBody | undefined;
  /** Whether the service is at another address now. */
  readonly isMoved: boolean;
}

/**
 * The columns of an access after a change. A credential is for one address: at another one it would be handed to
 * whoever is there, so it stays behind unless it is given anew.
 */
export function changedAccess(
  row: AccessRow,
  { auth, isMoved }: AccessChange,
  seal: (credential: string) => string,
): AccessRow {
  const { credential, ...shown } = { credential: undefined, ...(auth ?? row.auth) };
  if (credential !== undefined) return { auth: shown, sealed: credential === '' ? null : seal(credential) };
  const isKept = !isMoved && shown.type !== 'none';
  return { auth: shown, sealed: isKept ? row.sealed : null };
}
