import { Failure } from "../failure.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Counts refused requests; undefined for servers that `createServer` has not created. */
    refusals?: Refusals;
  }
}

/** The reason of requests that failed because a service that the server needs, such as its database, did. */
const DEPENDENCY = "dependency";

/** Counts refused requests by reason: the name of the exceeded limit, or `dependency` if a service failed. */
export class Refusals {
  readonly #counts: Map<string, number>;

  /** `limits`: the names of limits that are counted from the start, so that metrics have them with 0. */
  constructor(limits: readonly string[] = []) {
    this.#counts = new Map([...limits, DEPENDENCY].map((reason) => [reason, 0]));
  }

  /** The number of refused requests by reason. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** Counts a request that failed, if it was refused. */
  count(error: unknown): void {
    const reason = error instanceof Failure ? reasonOf(error) : undefined;
    if (reason !== undefined) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }
}

function reasonOf({ kind, limit, cause }: Failure): string | undefined {
  if (limit !== undefined) return limit;
  return kind === "unavailable" && cause !== undefined ? DEPENDENCY : undefined;
}
