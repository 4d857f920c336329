import type { FastifyInstance } from "fastify";
import { Failure } from "../failure.ts";

/** How the server reports its health. */
export interface Health {
  /** Throws when a dependency is unavailable. */
  readonly check: () => Promise<void>;
  /** Names of unavailable services that only some operations need. */
  readonly missing: () => readonly string[];
  /** Counters for monitoring. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** Aborted when the server is about to stop. */
  readonly stopping: AbortSignal;
}

/**
 * Serves `/health/live`, which always responds 200, and `/health/ready`, which responds 503 when a
 * dependency is unavailable or the server is stopping.
 */
export function registerHealth(server: FastifyInstance, { check, missing, counts, stopping }: Health): void {
  server.get("/health/live", async () => ({ status: "ok" }));
  server.get("/health/ready", async () => {
    if (stopping.aborted)
      throw new Failure("unavailable", "The server is stopping.", { reason: "server-stopping", retryAfter: 1 });
    await check();
    return { status: "ok", missing: missing(), ...counts() };
  });
}
