const TAKEN: ReadonlySet<string> = new Set(['else', 'error']);

/** The id of a way out, changed where it would mean something else here; edges and configs agree by asking for it. */
export function safeHandle(id: string): string {
  const plain = id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 63);
  return TAKEN.has(plain) || plain === '' ? `${plain}_` : plain;
}
