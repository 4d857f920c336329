import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { load } from "js-yaml";
import type { Test } from "tap";
import { type Binding, registerContract } from "../../src/bind.ts";
import { fastPath } from "../../src/cache/fast-path.ts";
import type { Document } from "../../src/contract.ts";
import { Failure } from "../../src/failure.ts";
import { toContract } from "../../src/load.ts";
import { isRecord } from "../../src/record.ts";
import type { Violation } from "../../src/response/conformance.ts";
import { securityHeaders } from "../../src/response/security-headers.ts";
import { addressReader } from "../../src/server/client-address.ts";
import { envelopeOf } from "../../src/server/envelope.ts";
import { createLogger } from "../../src/server/logging.ts";
import { createServer } from "../../src/server/server.ts";
import { DEFAULT_MAX_UNREAD, UnreadResponses } from "../../src/server/unread-responses.ts";

/** The argument of a handler call, as recorded by `PetHandlers`. */
export interface Call {
  readonly params: { id?: number };
  readonly query: { limit?: number; good?: boolean };
  readonly body: { name: string; weight: number; good: boolean };
  readonly principal: string | undefined;
}

const yaml = readFileSync(new URL("../pets.yaml", import.meta.url), "utf8");

/** Parses `pets.yaml`, with changes to its YAML. */
export function petContract(change: (yaml: string) => string = (unchanged) => unchanged) {
  // A cast, because the tests change it only in ways that the type allows.
  return toContract("pets", load(change(yaml)) as Document);
}

/** A handler class that records every call in `calls`. */
export class PetHandlers {
  readonly calls: Call[] = [];

  async listDogs(call: Call): Promise<unknown> {
    this.calls.push(call);
    return { status: 200, body: [{ id: 1, name: "Rex" }] };
  }

  async createDog(call: Call): Promise<unknown> {
    this.calls.push(call);
    return { status: 201, headers: { Location: "/pets/dogs/1" }, body: { id: 1, name: call.body.name } };
  }

  async updateDog(call: Call): Promise<unknown> {
    return this.createDog(call);
  }

  async deleteDog(call: Call): Promise<unknown> {
    this.calls.push(call);
    return { status: 201, headers: { Location: "/pets/dogs" }, body: { id: call.params.id, name: "Rex" } };
  }
}

/**
 * The binding of the pet contract. Ann's credential is `sesame`. Bob's is `low`, and he may not
 * create dogs.
 */
export function petBinding(handlers: object, violations: Violation[] = []): Binding<string> {
  const verify = async (credential: string) => {
    if (credential === "sesame") return "Ann";
    if (credential === "low") return "Bob";
    throw new Failure("unauthenticated", "wrong credential");
  };
  return {
    contract: petContract(),
    handlers: [handlers],
    security: {
      verifiers: { key: verify, bearer: verify },
      missing: "no credential",
      malformed: "malformed credential",
    },
    permissions: {
      createDog: (principal) => {
        if (principal !== "Ann") throw new Failure("forbidden", "only Ann");
      },
    },
    assertInput({ params, body }) {
      if (!isRecord(params) || !isRecord(body) || body.id === undefined) return;
      if (String(params.id) !== String(body.id)) throw new Failure("invalid", "two ids");
    },
    toFailureBody: ({ message, details }) => ({
      wrong: message,
      ...(details.length > 0 && { details: details.map(({ path, message }) => ({ path, message })) }),
    }),
    conformance: { share: 1, report: (violation) => violations.push(violation) },
  };
}

interface PetOptions {
  readonly handlers?: PetHandlers;
  readonly change?: Partial<Binding<string>>;
  /** Maximum bytes of responses that clients have not read. */
  readonly maxUnread?: number;
  /** Addresses whose `X-Forwarded-For` is trusted. */
  readonly trustProxy?: readonly string[];
  /** Aborted when the server is about to stop. */
  readonly stopping?: AbortSignal;
  /** Called before the contract is registered. */
  readonly extend?: (server: FastifyInstance) => void;
}

/** Serves the pet contract until the test ends. `change` replaces parts of the binding. */
export async function servePets(
  t: Test,
  {
    handlers = new PetHandlers(),
    change = {},
    maxUnread = DEFAULT_MAX_UNREAD,
    trustProxy = [],
    stopping = new AbortController().signal,
    extend = () => {},
  }: PetOptions = {},
) {
  const unreadResponses = new UnreadResponses(maxUnread);
  const violations: Violation[] = [];
  const log: string[] = [];
  const binding = { ...petBinding(handlers, violations), ...change };
  const logger = createLogger("info", { write: (line: string) => log.push(line) });
  const server = createServer({
    logger,
    envelopes: [envelopeOf(binding)],
    trustProxy,
    unreadResponses,
    stopping,
    ...(binding.cache !== undefined && {
      respondEarly: fastPath(binding.cache, logger, {
        addressOf: addressReader([]),
        unreadResponses,
        commonHeaders: securityHeaders("http:"),
        onCompleted: () => {},
        logsClients: true,
      }),
    }),
  });
  t.teardown(() => server.close());
  extend(server);
  await registerContract(server, binding);
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  return { server, base, calls: handlers.calls, violations, log, unreadResponses };
}
