const encoder = new TextEncoder();

/** The HMAC-SHA-256 of a text under a key that is not empty. */
export async function hmacSha256(key: string, text: string): Promise<Buffer> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
  return Buffer.from(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)));
}

/** The SHA-256 of a text, in hex. */
export const sha256Hex = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', encoder.encode(text))).toString('hex');
