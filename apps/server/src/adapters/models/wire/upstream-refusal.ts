/** What a provider says instead of an answer: a status, or an error inside a response of status 200. */
export class UpstreamRefusal extends Error {
  constructor(
    /** Undefined for an error inside a response that began well. */
    readonly status: number | undefined,
    /** JSON as the provider sent it, or text. */
    readonly body: unknown,
    readonly headers?: Headers,
  ) {
    super('The provider refused.');
  }
}

/** No answer came at all: the connection could not be made, or broke before the first byte. */
export class ProviderUnreachable extends Error {
  constructor(cause: unknown) {
    super('The provider could not be reached.', { cause });
  }
}

/** A web page came where a model's answer belongs. */
export class PageInstead extends Error {
  constructor() {
    super('The provider answered with a web page.');
  }
}
