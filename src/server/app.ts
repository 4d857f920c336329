import fastifyJwt from "@fastify/jwt";
import type { FastifyInstance } from "fastify";
import { fastPath, type OnCached } from "#contract/cache/fast-path";
import { ResponseCache } from "#contract/cache/response-cache";
import { assertHandlers } from "#contract/handlers";
import { CallerLimit } from "#contract/request/caller-limit";
import { IdempotentRequests } from "#contract/request/idempotency";
import { MINUTE_MS } from "#contract/request/minute-counter";
import { networkOf } from "#contract/request/network";
import { countMalformed, type RateLimit } from "#contract/request/rate-limit";
import { DEFAULT_PACE, type UploadPace } from "#contract/request/upload-progress";
import { Uploads } from "#contract/request/uploads";
import { type Conformance, checkEvent, EVENT, type Proof, type Violation } from "#contract/response/conformance";
import type { Envelope } from "#contract/response/failures";
import { securityHeaders } from "#contract/response/security-headers";
import { addressReader } from "#contract/server/client-address";
import type { OnCompleted } from "#contract/server/completed";
import { envelopeOf } from "#contract/server/envelope";
import { registerHealth } from "#contract/server/health";
import type { RequestLogger } from "#contract/server/logging";
import { Refusals } from "#contract/server/refusals";
import { createServer } from "#contract/server/server";
import { UnreadResponses } from "#contract/server/unread-responses";
import * as addressNotice from "../accounts/links/address-notice.ts";
import { createLoginService } from "../accounts/login/login-service.ts";
import { jwtOptions } from "../accounts/tokens.ts";
import { KeyUseRecorder } from "../accounts/use-recorder.ts";
import { HANDLERS as catalogueHandlers, registerCatalogue } from "../api/catalogue/plugin.ts";
import { toFailureBody as catalogueFailure } from "../api/catalogue/wire.ts";
import { toFailureBody as collectionFailure, toProblemBody as collectionProblem } from "../api/collections/failures.ts";
import { HANDLERS as collectionHandlers, registerCollections } from "../api/collections/plugin.ts";
import { registerCopies, respondElsewhere } from "../api/copies.ts";
import { toProblemBody } from "../api/problem.ts";
import { registerUsers, HANDLERS as userHandlers } from "../api/users/plugin.ts";
import { toFailureBody as userFailure } from "../api/users/wire.ts";
import type { Context } from "../context/context.ts";
import { engineOf } from "../database/engine.ts";
import { createHealthCheck } from "../database/health-check.ts";
import * as storedResponses from "../idempotency/stored-responses.ts";
import { LIMIT_NAMES } from "../limits/limit-names.ts";
import { WINDOW_MS } from "../limits/request-counter.ts";
import { registerMcp } from "../mcp/plugin.ts";
import type { MetricsOptions } from "../metrics/metrics.ts";
import { RequestMetrics } from "../metrics/requests.ts";
import type { Sources } from "../metrics/sources.ts";
import { renderErrorPages } from "../pages/design/error-page.ts";
import { registerPages } from "../pages/plugin.ts";
import type { Config } from "../settings/config.ts";
import * as webhookMails from "../webhooks/mails.ts";
import { loadContract } from "./contracts.ts";

const catalogue = loadContract("catalogue");
const collections = loadContract("collections");
const users = loadContract("users");

/** Throws unless each operation has a handler. Called before the database is migrated, which can't be undone. */
export function assertHandled(): void {
  for (const [contract, classes] of [
    [catalogue, catalogueHandlers],
    [collections, collectionHandlers],
    [users, userHandlers],
  ] as const) {
    assertHandlers(
      contract,
      classes.map(({ prototype }) => prototype),
    );
  }
}

interface AppOptions {
  readonly logger: RequestLogger;
  /** Called for each response that violates its contract, after the violation is counted and logged. */
  readonly reportViolation?: (violation: Violation) => void;
  /** Called for each response that was checked and conforms to its contract, for the proof page. */
  readonly prove?: (proof: Proof) => void;
  /** Replaces the objects that handlers receive, for the proof page. */
  readonly observe?: Conformance["observe"];
  /** How fast uploads must arrive; `DEFAULT_PACE` unless given. */
  readonly uploadPace?: UploadPace;
  /** Registers additional hooks and routes before all others. */
  readonly extend?: (app: FastifyInstance) => void;
  /** Aborted when the server is about to stop: readiness checks then fail, but requests are still served. */
  readonly stopping?: AbortSignal;
  /** Called for each response of the fast path, for traces. */
  readonly onCached?: OnCached | undefined;
  /** Milliseconds between two readings of the database for metrics. */
  readonly metricsInterval?: number | undefined;
}

/** Creates the server with all contracts and pages. Closing it leaves the context open. */
export async function createApp(
  context: Context,
  {
    logger,
    reportViolation,
    prove = () => {},
    observe,
    uploadPace = DEFAULT_PACE,
    extend,
    stopping = new AbortController().signal,
    metricsInterval,
    onCached,
  }: AppOptions,
): Promise<FastifyInstance> {
  const { config, database } = context;
  const rateLimit = {
    limit: config.rateLimitPerHour,
    counter: context.requestCounter,
    networkOf,
    policy: { name: "users", seconds: WINDOW_MS / 1000 },
  };
  const callerLimit = new CallerLimit({
    limit: config.collectionsLimitPerMinute,
    clock: context.clock,
    counter: context.minuteCounter,
    networkOf,
    // Clients of Raindrop.io read this field or the usual one.
    otherRemaining: ["ratelimit-remaining"],
    policy: { name: "collections", seconds: MINUTE_MS / 1000 },
  });
  let violations = 0;
  const conformance: Conformance = {
    share: config.conformanceShare,
    report(violation) {
      violations += 1;
      const what = violation.status === EVENT ? "event" : "response";
      logger.error(violation, `${what} violates the contract`);
      reportViolation?.(violation);
    },
    prove,
    ...(observe !== undefined && { observe }),
  };
  const cache = new ResponseCache(engineOf(database).tableVersionReader(database), config.responseCacheSize);
  const unreadResponses = new UnreadResponses(config.maxUnreadResponses);
  const refusals = new Refusals(LIMIT_NAMES);
  const requests = new RequestMetrics();
  const onCompleted: OnCompleted =
    config.metricsAddress === undefined
      ? () => {}
      : (api, operation, status, milliseconds) => requests.record(api, operation, status, milliseconds);
  const commonHeaders = securityHeaders(config.baseUrl);
  const app = createServer({
    logger,
    commonHeaders,
    unreadResponses,
    refusals,
    onCompleted,
    respondEarly: exceptCopies(
      config,
      fastPath(cache, logger, {
        addressOf: addressReader(config.trustProxy),
        unreadResponses,
        commonHeaders,
        onCompleted,
        onCached,
        logsClients: config.logClients === "on",
      }),
    ),
    envelopes: createEnvelopes(conformance, callerLimit, rateLimit),
    renderFailures: renderErrorPages,
    // Clients of Raindrop.io send an empty last segment, such as `/collections/covers/`.
    lenientPaths: [collections.basePath],
    trustProxy: config.trustProxy,
    networkOf,
    logsClients: config.logClients === "on",
    stopping,
  });
  extend?.(app);

  const reportOutage = (message: string, cause: unknown) => logger.error({ err: cause }, message);
  await Promise.all(context.counters.map((counter) => counter.open(reportOutage)));
  await app.register(fastifyJwt, jwtOptions(context.subkeys.tokens.key));
  const uses = new KeyUseRecorder(database, (error) => logger.warn({ err: error }, "recording the use of keys failed"));
  app.addHook("onClose", () => uses.close());
  const keyService = { clock: context.clock, uses };
  const services = createServices(context, app);
  addressNotice.start(database, services.mails);
  registerHealth(app, {
    check: createHealthCheck(database),
    missing: () => [
      ...(context.requestCounter.isAvailable() ? [] : ["redis"]),
      ...((context.standby?.isAvailable() ?? true) ? [] : ["replica"]),
    ],
    counts: () => ({ mismatches: violations }),
    stopping,
  });
  // Raindrop.io, too, calls a body that is no form a missing file.
  const uploads = new Uploads({ pace: uploadPace, maxFile: config.maxFile, otherTypeIsNoFile: true });
  const contracts = { catalogue, users, collections };
  await registerCopies(app, context, callerLimit);
  await registerPages(app, { context, contracts, limit: callerLimit, uploads, services });
  const idempotentRequests = new IdempotentRequests(
    (request) => storedResponses.find(database, context.clock, request),
    context.subkeys.idempotency,
  );
  const shared = { context, conformance, cache, idempotentRequests };
  await registerCatalogue(app, { ...shared, contract: catalogue, services });
  await registerUsers(app, { ...shared, contract: users, keys: keyService, rateLimit });
  await registerCollections(app, {
    ...shared,
    contract: collections,
    keys: keyService,
    tokens: services.tokens,
    ownAccount: services,
    callerLimit,
    uploads,
  });
  await registerMcp(app, {
    context,
    contracts: [catalogue, users, collections],
    services: { keys: keyService, tokens: services.tokens },
    callerLimit,
  });
  registerMetrics(app, {
    sources: {
      context,
      requests,
      refusals,
      unreadResponses,
      cache,
      uploads,
      countWaitingLogins: services.logins.queue.waiting,
      countMismatches: () => violations,
    },
    logger,
    interval: metricsInterval,
  });
  context.standby?.start((reason, cause) => {
    if (reason === undefined) logger.info("the standby is read again");
    else if (reason === "lagging") logger.warn("the standby is behind, reading the primary instead");
    else logger.warn({ err: cause }, "the standby is unavailable, reading the primary instead");
  });
  context.backups.start((error) => logger.error({ err: error }, "a backup failed"));
  context.linkChecks?.start((error) => logger.error({ err: error }, "checking links failed, retrying"));
  context.imports.start((error) => logger.error({ err: error }, "an import failed, retrying"));
  context.cleanup.start((error) => logger.error({ err: error }, "cleanup failed, retrying"));
  context.idempotencyKeyExpiry.start((error) =>
    logger.error({ err: error }, "deleting expired idempotency keys failed, retrying"),
  );
  context.webhooks.start(
    (error) => logger.warn({ err: error }, "delivering webhooks failed, retrying"),
    (webhook) => webhookMails.send(context, webhook),
    (type, request) => checkEvent(conformance, collections, type, request),
  );
  context.pages?.start((error) => logger.warn({ err: error }, "reading a page failed, retrying"));
  context.retention.start((error) => logger.error({ err: error }, "deleting old data failed, retrying"));
  context.reminders.start((error) => logger.error({ err: error }, "sending reminders failed, retrying"));
  context.sessionUses.start((error) => logger.warn({ err: error }, "recording the use of sessions failed"));
  context.outbox?.start((error) => logger.warn({ err: error }, "sending a mail failed"));
  return app;
}

/** Where copies have an origin of their own, it has nothing else. */
function exceptCopies({ copiesOrigin }: Config, respond: ReturnType<typeof fastPath>): ReturnType<typeof fastPath> {
  if (copiesOrigin === undefined) return respond;
  return (request, reply) => respondElsewhere(copiesOrigin, request, reply) || respond(request, reply);
}

/** Serves metrics from when the server is ready until it is closed, if they have an address. */
function registerMetrics(
  app: FastifyInstance,
  { sources, ...options }: Omit<MetricsOptions, "address"> & { readonly sources: Sources },
): void {
  const address = sources.context.config.metricsAddress;
  if (address === undefined) return;
  let close = async () => {};
  app.addHook("onReady", async () => {
    const { serveMetrics } = await import("../metrics/metrics.ts");
    close = await serveMetrics(sources, { ...options, address });
  });
  app.addHook("onClose", () => close());
}

/** The services of logins, tokens, mails and registrations. */
function createServices(
  { clock, config, outbox, registrationCounter, mailCounter, subkeys }: Context,
  { jwt }: FastifyInstance,
) {
  return {
    logins: createLoginService({ clock, limitPerMinute: config.loginLimitPerMinute }),
    tokens: { signer: jwt, formerKey: subkeys.tokens.formerKey, clock, lifetime: config.tokenLifetime },
    mails: { clock, outbox, counter: mailCounter, limitPerHour: config.mailsPerHour, baseUrl: config.baseUrl },
    registration: { clock, counter: registrationCounter, limitPerHour: config.registrationsPerHour },
  };
}

/** The error formats of all contracts, for malformed requests. */
function createEnvelopes(conformance: Conformance, callerLimit: CallerLimit, rateLimit: RateLimit): Envelope[] {
  return [
    envelopeOf({ contract: catalogue, toFailureBody: catalogueFailure, toProblemBody, conformance }),
    envelopeOf({
      contract: collections,
      toFailureBody: collectionFailure,
      toProblemBody: collectionProblem,
      conformance,
      callerLimit,
    }),
    {
      ...envelopeOf({ contract: users, toFailureBody: userFailure, toProblemBody, conformance }),
      count: (address) => countMalformed(address, rateLimit),
    },
  ];
}
