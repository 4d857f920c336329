import { flushCompileCache } from "node:module";
import { stdout } from "node:process";
import { setFlagsFromString } from "node:v8";
import type { FastifyBaseLogger } from "fastify";
import type { DestinationStream } from "pino";
import { LogBuffer } from "#contract/server/log-buffer";
import type { Context } from "../context/context.ts";
import { createLogger } from "../server/logger.ts";
import { type Config, readConfig, readInMemoryConfig } from "../settings/config.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { KEEP_OPTION, prepareSchedule } from "./backup-options.ts";
import { describeMigration } from "./migrate.ts";
import { defineCommand } from "./shared/command.ts";
import { exitOnUncaughtError, prepareStop } from "./stop.ts";

/**
 * Default of the setting `DRAIN_SECONDS`, except on a terminal. Long enough for load balancers, which
 * check readiness every 1 or 2 s, to notice the shutdown.
 */
const DRAIN_SECONDS = 5;

/**
 * Connections that may wait until the server accepts them; the kernel's maximum is lower on some systems. Beyond it,
 * the kernel ignores a new connection, whose client tries again after 1 s and after 3 s. The default is 511.
 */
const BACKLOG = 4096;

/**
 * How much the heap may grow until V8 collects its garbage, in percent of what was in use after the last time. V8's own
 * choice is about 300 for a server: with changes of 10,000 items and imports the heap grew from 60 to 220 MB.
 */
const HEAP_GROWTH = 100;

/** V8's flags once the server listens: its defaults, which `entry.js` has changed for the start, and the growth. */
const FLAGS = ["--semi-space-growth-factor=2", `--heap-growing-percent=${HEAP_GROWTH}`];

export const start = defineCommand({
  description: `Creates or migrates the database, then listens until SIGTERM or SIGINT. While there is no administrator, prints a
link that creates the first administrator. It is valid for an hour.

Example: npm start -- --ephemeral`,
  options: {
    ephemeral: {
      type: "boolean",
      description: `test mode: keeps all data in memory and starts with fixtures (GET /__test__/fixtures).
POST /__test__/reset restores them. The request header X-Test-Fault (429, 500, 503 or slow=MS) makes a request fail or
delays it by MS milliseconds. Never expose such a server: the passwords and keys of its accounts are public.`,
    },
    "no-setup": { type: "boolean", description: "prints no setup link" },
    "backup-every": {
      type: "string",
      value: "<time>",
      description: "makes backups in BACKUP_TO at this interval, such as 1h; see docs/backup.md",
    },
    keep: { ...KEEP_OPTION, description: `with --backup-every: ${KEEP_OPTION.description}` },
  },
  async run({ options: { ephemeral, "no-setup": noSetup, ...options } }) {
    const config = ephemeral ? readInMemoryConfig() : readConfig();
    const openSchedule = prepareSchedule({ every: options["backup-every"], keep: options.keep }, config);
    const { drainSeconds = stdout.isTTY ? 0 : DRAIN_SECONDS } = config;
    const testing = ephemeral ? await import("../testing/test-mode.ts") : undefined;
    const [{ assertHandled, createApp }, { openContext }] = await Promise.all([
      import("../server/app.ts"),
      import("../context/context.ts"),
    ]);
    assertHandled();
    const buffer = stdout.isTTY ? undefined : new LogBuffer();
    process.once("exit", () => buffer?.flushSync());
    const logger = createLogger(config.logLevel, buffer ?? (await prettyLog()));
    exitOnUncaughtError(logger);
    const tracing = await openTracing(config, logger);
    const context = await (testing?.openTestContext ?? openContext)(config, { onStatement: tracing?.onStatement });
    // Again, because V8 raises this flag to 2 when a thread starts, such as the one that writes to SQLite.
    setFlagsFromString("--semi-space-growth-factor=1");
    for (const sentence of describeMigration(context.migrated)) logger.info(sentence);
    const stopping = new AbortController();
    const app = await createApp(context, {
      logger,
      extend(app) {
        tracing?.register(app);
        testing?.registerTestMode(app, context);
      },
      stopping: stopping.signal,
      onCached: tracing?.onCached,
    });
    const schedule = await openSchedule?.(context, logger);
    stopping.signal.addEventListener("abort", () => void schedule?.close());
    prepareStop(app, context, {
      stopping,
      drainSeconds,
      logger,
      flush: async () => {
        await tracing?.close();
        await buffer?.flush();
      },
    });
    await app.listen({
      ...listenOptionsOf(config),
      // Called for each address. Fastify has no logger of its own, so it drops the returned text.
      listenTextResolver(address) {
        logger.info(startMessage(address, config));
        return "";
      },
    });
    if (testing !== undefined) logger.info(testing.START_MESSAGE);
    if (testing?.isPublic(config))
      logger.warn("Other machines may reach this server, whose passwords and keys are public.");
    schedule?.start();
    if (!noSetup && !ephemeral) {
      await logSetupLink(context, logger).catch((error) => {
        // A server that is told to stop as soon as it has started closes the database meanwhile.
        if (!stopping.signal.aborted) throw error;
      });
    }
    // Not before: during the start most objects stay, and looking for garbage would take a tenth of its processor time.
    for (const flag of FLAGS) setFlagsFromString(flag);
    // Do not buffer the address: programs that start the server wait for it in the log.
    buffer?.flushSync();
    // Node itself writes the compile cache only on a normal exit, not when the server is killed.
    flushCompileCache();
  },
});

/** Fastify passes these on to Node; its own types lack `reusePort`. */
function listenOptionsOf({ host, port, reusePort }: Config) {
  return { host, port, backlog: BACKLOG, reusePort: reusePort === "on" };
}

/** Imports OpenTelemetry only if traces are wanted, because loading it is slow. */
async function openTracing({ tracing, trustProxy }: Config, logger: FastifyBaseLogger): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { startTracing } = await import("../tracing/tracing.ts");
  return startTracing(tracing, { trustProxy, logger });
}

/** Readable log lines for a terminal. */
async function prettyLog(): Promise<DestinationStream> {
  const { default: pretty } = await import("pino-pretty");
  return pretty({ translateTime: "SYS:HH:MM:ss", ignore: "pid,hostname", singleLine: true, sync: true });
}

/** Logs the setup link if there is no administrator yet: as a sentence on a terminal, otherwise as a field. */
async function logSetupLink({ database, clock, config }: Context, logger: FastifyBaseLogger): Promise<void> {
  const { createLink } = await import("../setup/setup.ts");
  const setupUrl = await createLink(database, { clock, baseUrl: config.baseUrl });
  if (setupUrl === undefined) return;
  if (stdout.isTTY) logger.info(`Create the first administrator within an hour: ${setupUrl}`);
  else logger.info({ setupUrl }, "Create the first administrator within an hour");
}

function startMessage(address: string, { databaseUrl }: Config): string {
  return `Triptych listens at ${address}, API reference: ${address}/docs, data: ${locationOf(databaseUrl)}`;
}

/** The file or the address of the database, without credentials. */
function locationOf(databaseUrl: string): string {
  if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
}
