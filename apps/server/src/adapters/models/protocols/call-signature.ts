/** Marks what a protocol wants to get back with a tool call, so that another one leaves it alone after a fallback. */
export const signed = (protocol: string, text: string): string => `${protocol}:${text}`;

/** What a protocol has put into a signature; undefined when it was another one, or there is none. */
export const signatureOf = (protocol: string, signature: string | undefined): string | undefined =>
  signature?.startsWith(`${protocol}:`) ? signature.slice(protocol.length + 1) : undefined;
