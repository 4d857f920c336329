import type { FastifyRequest } from "fastify";
import type { KeyedRequest } from "./keyed-request.ts";
import { assertNoIfMatchTags, ifMatch, requiredIfMatch } from "./preconditions.ts";

/** A request as handlers read it: `Req` of `handler-types.ts`. Uses getters, because most handlers read few fields. */
export class HandlerRequest {
  readonly #request: FastifyRequest;

  /** Undefined for requests without an `Idempotency-Key`. */
  readonly keyed: KeyedRequest | undefined;

  constructor(request: FastifyRequest, keyed?: KeyedRequest) {
    this.#request = request;
    this.keyed = keyed;
  }

  get params() {
    return this.#request.params;
  }

  get query() {
    return this.#request.query;
  }

  get body() {
    return this.#request.body;
  }

  get principal() {
    return this.#request.principal;
  }

  get client() {
    const { ip, headers } = this.#request;
    return { address: ip, userAgent: headers["user-agent"] ?? "", referer: headers.referer ?? "" };
  }

  get ifMatch() {
    const { headers, routeOptions } = this.#request;
    const { "if-match": header } = headers;
    const isRequired = header !== undefined && routeOptions.config.operation?.requiresIfMatch === true;
    return isRequired ? requiredIfMatch(header) : ifMatch(header);
  }

  get assertNoIfMatchTags() {
    return () => assertNoIfMatchTags(this.#request.headers["if-match"]);
  }
}
