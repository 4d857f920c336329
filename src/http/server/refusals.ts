import { Failure, LIMITS, type Limit } from "../../errors.ts";

declare module "fastify" {
  interface FastifyInstance {
    refusals: Refusals;
  }
}

/** Why requests were refused: the limits that they exceeded, or a service that the server needs. */
export type Refusal = Limit | "dependency";

/** Counts refused requests by reason. */
export class Refusals {
  readonly #counts = new Map<Refusal, number>([...LIMITS, "dependency" as const].map((reason) => [reason, 0]));

  /** The number of refused requests by reason, 0 included. */
  get counts(): ReadonlyMap<Refusal, number> {
    return this.#counts;
  }

  /** Counts a request that failed, if it was refused. */
  count(error: unknown): void {
    const reason = error instanceof Failure ? reasonOf(error) : undefined;
    if (reason !== undefined) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }
}

function reasonOf({ kind, limit, cause }: Failure): Refusal | undefined {
  if (limit !== undefined) return limit;
  return kind === "unavailable" && cause !== undefined ? "dependency" : undefined;
}
