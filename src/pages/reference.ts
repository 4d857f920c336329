import type { FastifyInstance } from "fastify";
import { Failure } from "../errors.ts";
import type { Contract } from "../http/contract/types.ts";

/** Where the API reference is. */
const REFERENCE = "/docs";

/** Header fields that belong to one connection; the server sends its own. */
const OF_CONNECTION = ["connection", "date", "keep-alive", "transfer-encoding"];

/** The address of a contract in the reference. */
export function addressOf({ name }: Contract): string {
  return `${REFERENCE}/?urls.primaryName=${encodeURIComponent(name)}`;
}

/** Renders the contracts at `/docs`, to be read and tried out. What renders them is loaded for the first who looks: a server that starts does without. */
export function serve(scope: FastifyInstance, contracts: readonly Contract[]): void {
  let opened: Promise<FastifyInstance> | undefined;
  for (const path of [REFERENCE, `${REFERENCE}/*`]) {
    scope.get(path, async ({ method, url, headers }, reply) => {
      opened ??= open(contracts);
      const reference = await opened;
      const answer = await reference.inject({ method: method === "HEAD" ? "HEAD" : "GET", url, headers });
      if (answer.statusCode === 404) throw new Failure("notFound", "There is nothing at this path.");
      if (answer.statusCode >= 500) throw new Error(`The API reference answered ${answer.statusCode}.`);
      const sent = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.includes(name));
      return reply.code(answer.statusCode).headers(Object.fromEntries(sent)).send(answer.rawPayload);
    });
  }
}

async function open(contracts: readonly Contract[]): Promise<FastifyInstance> {
  const { openReference } = await import("./swagger.ts");
  return openReference(REFERENCE, contracts);
}
