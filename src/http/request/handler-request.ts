import type { FastifyRequest } from "fastify";
import { assertNoEtag, ifMatch } from "./preconditions.ts";

/** A request as handlers read it (`Req`). Uses getters, because most handlers read few fields. */
export class HandlerRequest {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
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

  get origin() {
    const { ip, headers } = this.#request;
    return { address: ip, userAgent: headers["user-agent"] ?? "", referer: headers.referer ?? "" };
  }

  get ifMatch() {
    return ifMatch(this.#request.headers["if-match"]);
  }

  get assertNoEtag() {
    return () => assertNoEtag(this.#request.headers["if-match"]);
  }
}
