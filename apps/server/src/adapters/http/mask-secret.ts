const MASK = '***';
/** Shorter ones would mask ordinary words. */
const SHORTEST_SECRET = 6;

const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
];

/** Hides keys in what an upstream said, however they are spelled, and whatever follows `Bearer`. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const hidden = secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .flatMap(spellings)
    .reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text);
  return hidden.replaceAll(/\bBearer\s+[^\s"',;]+/gi, `Bearer ${MASK}`);
}
