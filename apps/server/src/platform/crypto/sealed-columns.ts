/**
 * Every column that holds envelopes, each under the `id` of its row. Places are of this list's type, so that a column
 * that is not in it cannot be sealed for, and a change of the key forgets none.
 */
export const SEALED_COLUMNS = [
  { table: 'secrets', column: 'sealed' },
  { table: 'tool_sources', column: 'sealed' },
  { table: 'mcp_servers', column: 'sealed' },
  { table: 'model_providers', column: 'api_key' },
] as const;

/** See {@link SEALED_COLUMNS}. */
export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** Where a text that is sealed for nothing but this lies: it tells whether a key is the installation's. */
export const CANARY = { table: 'installation_facts', column: 'value', rowId: 'secret_key_check' } as const;

/** The cell that an envelope belongs to; it does not open anywhere else. */
export type SealedPlace = (SealedColumn & { readonly rowId: string }) | typeof CANARY;
