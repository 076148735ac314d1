const MASK = '***';
/** Shorter ones would mask ordinary words. */
const SHORTEST_SECRET = 6;

const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
];

/** Hides a key in what an upstream said, however it is spelled, and whatever follows `Bearer`. */
export function maskSecret(text: string, secret: string): string {
  const hidden =
    secret.length < SHORTEST_SECRET
      ? text
      : spellings(secret).reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text);
  return hidden.replaceAll(/\bBearer\s+[^\s"',;]+/gi, `Bearer ${MASK}`);
}
