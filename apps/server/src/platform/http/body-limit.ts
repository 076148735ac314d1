/** The largest body of a request that is no upload. */
export const MAX_BODY_BYTES = 15 * 1024 * 1024;
