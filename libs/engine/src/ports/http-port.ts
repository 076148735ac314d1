/** A body to send: text, bytes, or form fields that may carry files. */
export type HttpBody =
  | { readonly kind: 'text'; readonly text: string; readonly contentType?: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly contentType?: string }
  | { readonly kind: 'multipart'; readonly parts: readonly HttpPart[] };

/** A field of a multipart form. */
export interface HttpPart {
  readonly name: string;
  readonly value:
    string | { readonly bytes: Uint8Array; readonly filename: string; readonly contentType: string };
}

/** An outgoing request; always through the guarded agent. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: HttpBody;
  readonly timeoutMs: number;
  /** Limit of the answer's body after decompression. */
  readonly maxBytes: number;
  readonly followRedirects: boolean;
  readonly verifyTls: boolean;
}

/** The answer to an outgoing request. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** Reaches other servers for nodes, never addresses that are private. */
export interface HttpPort {
  /**
   * @throws URL_INVALID, URL_SCHEME_NOT_ALLOWED, SSRF_BLOCKED, TOO_MANY_REDIRECTS, HEADER_NOT_ALLOWED,
   * METHOD_NOT_ALLOWED, RESPONSE_TOO_LARGE, HTTP_TIMEOUT, HTTP_FAILED
   */
  request(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
}
