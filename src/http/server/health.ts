import type { FastifyInstance } from "fastify";
import { Failure } from "../../errors.ts";

/** What the server knows of itself. */
export interface Health {
  /** Throws when the server can't do its work. */
  readonly check: () => Promise<void>;
  /** Numbers worth watching. */
  readonly counts: () => Readonly<Record<string, number>>;
}

/** `/health/live`: the process answers. `/health/ready`: it can do its work, and is not about to stop; else 503. */
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
