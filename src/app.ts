import fastifyJwt from "@fastify/jwt";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { openLoginDesk } from "./accounts/logins.ts";
import { jwtOptions } from "./accounts/tokens.ts";
import { registerCatalogue } from "./api/catalogue/plugin.ts";
import { toFailureBody as catalogueFailure } from "./api/catalogue/wire.ts";
import { registerCollections } from "./api/collections/plugin.ts";
import { toFailureBody as collectionFailure } from "./api/collections/wire.ts";
import { registerUsers } from "./api/users/plugin.ts";
import { toFailureBody as userFailure } from "./api/users/wire.ts";
import type { Context } from "./context.ts";
import { ping } from "./database/database.ts";
import type { Mismatch } from "./http/conformance.ts";
import { loadContract } from "./http/contract.ts";
import { registerHealth } from "./http/health.ts";
import { countOutside } from "./http/rate-limit.ts";
import { createServer } from "./http/server.ts";
import { networkOf } from "./network.ts";
import { registerAccountPages } from "./pages/account/plugin.ts";
import { registerPages } from "./pages/pages.ts";

const catalogue = loadContract(new URL("../openapi/catalogue.yaml", import.meta.url));
const collections = loadContract(new URL("../openapi/collections.yaml", import.meta.url));
const users = loadContract(new URL("../openapi/users.yaml", import.meta.url));

/** What surrounds the server. */
interface Surroundings {
  readonly logger: FastifyBaseLogger;
  /** Told of every checked answer that its contract does not allow, beside the log and the count. */
  readonly reportMismatch?: (mismatch: Mismatch) => void;
}

/** The server, with all contracts and pages, ready to listen. Closing it closes nothing of the context. */
export async function createApp(context: Context, { logger, reportMismatch }: Surroundings): Promise<FastifyInstance> {
  const { config, database } = context;
  const rateLimit = { limit: config.rateLimitPerHour, counter: context.requestCounter, networkOf };
  const app = createServer({
    logger,
    envelopes: [
      { basePath: catalogue.basePath, toBody: catalogueFailure },
      { basePath: collections.basePath, toBody: collectionFailure },
      { basePath: users.basePath, toBody: userFailure, count: (address) => countOutside(address, rateLimit) },
    ],
    trustProxy: config.trustProxy,
  });

  let mismatches = 0;
  const conformance = {
    share: config.conformanceShare,
    report(mismatch: Mismatch) {
      mismatches += 1;
      app.log.error(mismatch, "an answer that the contract does not allow");
      reportMismatch?.(mismatch);
    },
  };

  await context.requestCounter.open();
  await app.register(fastifyJwt, jwtOptions(context.tokenSecret));
  const desks = {
    logins: openLoginDesk({ clock: context.clock, limitPerMinute: config.loginLimitPerMinute }),
    tokens: { signer: app.jwt, clock: context.clock, lifetime: config.tokenLifetime },
  };
  registerHealth(app, {
    async check() {
      await ping(database);
      await context.requestCounter.check();
    },
    counts: () => ({ mismatches }),
  });
  await registerPages(app, { contracts: [catalogue, users, collections] });
  await registerAccountPages(app, { context, loginDesk: desks.logins, catalogue, users });
  await registerCatalogue(app, { contract: catalogue, context, desks, conformance });
  await registerUsers(app, { contract: users, context, rateLimit, conformance });
  await registerCollections(app, { contract: collections, context, tokenDesk: desks.tokens, conformance });
  context.tidier.start((error) => app.log.error({ err: error }, "tidying up failed and is tried again"));
  return app;
}
