import fastifyJwt from "@fastify/jwt";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createLoginService } from "./accounts/login/login-service.ts";
import { jwtOptions } from "./accounts/tokens.ts";
import { registerCatalogue } from "./api/catalogue/plugin.ts";
import { toFailureBody as catalogueFailure } from "./api/catalogue/wire.ts";
import { registerCollections } from "./api/collections/plugin.ts";
import { toFailureBody as collectionFailure } from "./api/collections/wire.ts";
import { registerUsers } from "./api/users/plugin.ts";
import { toFailureBody as userFailure } from "./api/users/wire.ts";
import type { Context } from "./context.ts";
import { dataVersionOf, ping } from "./database/database.ts";
import { fastPath } from "./http/cache/fast-path.ts";
import { ResponseCache } from "./http/cache/response-cache.ts";
import { loadContract } from "./http/contract/load.ts";
import type { Contract } from "./http/contract/types.ts";
import { countMalformed } from "./http/request/rate-limit.ts";
import { type Conformance, checkUnmatchedResponse, type Proof, type Violation } from "./http/response/conformance.ts";
import type { Envelope } from "./http/response/failures.ts";
import { registerHealth } from "./http/server/health.ts";
import { createServer } from "./http/server/server.ts";
import { networkOf } from "./limits/network.ts";
import { registerAccountPages } from "./pages/account/plugin.ts";
import { renderErrorPages } from "./pages/error-page.ts";
import { registerPages } from "./pages/pages.ts";

const catalogue = loadContract(new URL("../openapi/catalogue.yaml", import.meta.url));
const collections = loadContract(new URL("../openapi/collections.yaml", import.meta.url));
const users = loadContract(new URL("../openapi/users.yaml", import.meta.url));

interface AppOptions {
  readonly logger: FastifyBaseLogger;
  /** Called for each response that violates its contract, besides logging and counting it. */
  readonly reportViolation?: (violation: Violation) => void;
  /** Called for each response that was checked and conforms to its contract, for the proof page. */
  readonly prove?: (proof: Proof) => void;
  /** Registers additional hooks and routes before all others. */
  readonly extend?: (app: FastifyInstance) => void;
}

/** Creates the server with all contracts and pages. Closing it leaves the context open. */
export async function createApp(
  context: Context,
  { logger, reportViolation, prove = () => {}, extend }: AppOptions,
): Promise<FastifyInstance> {
  const { config, database } = context;
  const rateLimit = { limit: config.rateLimitPerHour, counter: context.requestCounter, networkOf };
  let violations = 0;
  const conformance: Conformance = {
    share: config.conformanceShare,
    report(violation) {
      violations += 1;
      logger.error(violation, "response violates the contract");
      reportViolation?.(violation);
    },
    prove,
  };
  const cache = new ResponseCache(() => dataVersionOf(database), config.responseCacheSize);
  const app = createServer({
    logger,
    respondEarly: fastPath(cache, logger),
    envelopes: [
      { ...envelopeOf(catalogue, conformance), toBody: catalogueFailure },
      { ...envelopeOf(collections, conformance), toBody: collectionFailure },
      {
        ...envelopeOf(users, conformance),
        toBody: userFailure,
        count: (address) => countMalformed(address, rateLimit),
      },
    ],
    renderFailures: renderErrorPages,
    trustProxy: config.trustProxy,
  });
  extend?.(app);

  await context.requestCounter.open();
  await app.register(fastifyJwt, jwtOptions(context.tokenSecret));
  const services = {
    logins: createLoginService({ clock: context.clock, limitPerMinute: config.loginLimitPerMinute }),
    tokens: { signer: app.jwt, clock: context.clock, lifetime: config.tokenLifetime },
  };
  registerHealth(app, {
    async check() {
      await ping(database);
      await context.requestCounter.check();
    },
    counts: () => ({ mismatches: violations }),
  });
  await registerPages(app, { contracts: [catalogue, users, collections] });
  await registerAccountPages(app, { context, loginService: services.logins, catalogue, users });
  await registerCatalogue(app, { contract: catalogue, context, services, conformance, cache });
  await registerUsers(app, { contract: users, context, rateLimit, conformance, cache });
  await registerCollections(app, { contract: collections, context, tokens: services.tokens, conformance, cache });
  context.cleanup.start((error) => logger.error({ err: error }, "cleanup failed, retrying"));
  return app;
}

/** The base path of a contract, and the check of responses to malformed requests below it. */
function envelopeOf(contract: Contract, conformance: Conformance): Pick<Envelope, "basePath" | "check"> {
  return { basePath: contract.basePath, check: (response) => checkUnmatchedResponse(conformance, contract, response) };
}
