import type { FastifyInstance } from "fastify";
import { Failure } from "../../errors.ts";

/** How the server reports its health. */
export interface Health {
  /** Throws when a dependency is unavailable. */
  readonly check: () => Promise<void>;
  /** Counters for monitoring. */
  readonly counts: () => Readonly<Record<string, number>>;
}

/**
 * `/health/live`: the process responds. `/health/ready`: its dependencies are available and it is
 * not stopping; else 503.
 */
export function registerHealth(server: FastifyInstance, { check, counts }: Health): void {
  let isStopping = false;
  server.addHook("preClose", async () => {
    isStopping = true;
  });

  server.get("/health/live", async () => ({ status: "ok" }));
  server.get("/health/ready", async () => {
    if (isStopping) throw new Failure("unavailable", "The server is stopping.", { retryAfter: 1 });
    await check();
    return { status: "ok", ...counts() };
  });
}
