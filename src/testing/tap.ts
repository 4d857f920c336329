import { freePort } from "../base/free-port.ts";
import { createApp } from "../server/app.ts";
import { createLogger } from "../server/logger.ts";
import { readInMemoryConfig } from "../settings/config.ts";
import { FIXTURES } from "./fixtures.ts";
import { openTestContext, registerTestMode, reset } from "./test-mode.ts";

/** A server in test mode, for one test file. */
export interface Triptych {
  /** The base URL, without a trailing slash. */
  readonly base: string;
  /** The data of the server: accounts with their passwords and keys, products, collections and items. */
  readonly fixtures: typeof FIXTURES;
  /** Restores the fixtures. */
  readonly reset: () => Promise<void>;
}

type Close = () => Promise<void>;

/** A test of tap (`teardown`) or of Node's own runner (`after`). */
type Test = { readonly teardown: (close: Close) => unknown } | { readonly after: (close: Close) => unknown };

/**
 * Starts a server in test mode on a free port of 127.0.0.1, and stops it when the test ends.
 * `settings` are environment variables; rejects with an error if one is invalid.
 */
export async function triptych(t: Test, settings: Readonly<Record<string, string>> = {}): Promise<Triptych> {
  // Chosen before the server listens, because links in responses contain it.
  const port = await freePort();
  const config = readInMemoryConfig({ ...settings, HOST: "127.0.0.1", PORT: String(port) });
  const context = await openTestContext(config);
  const opened = createApp(context, {
    logger: createLogger("silent", process.stderr),
    extend: (app) => registerTestMode(app, context),
  });
  onTestEnd(t, async () => {
    await opened
      .then(
        (app) => app.close(),
        () => {},
      )
      .finally(() => context.close());
  });
  const app = await opened;
  const base = await app.listen({ host: config.host, port });
  return { base, fixtures: FIXTURES, reset: () => reset(context) };
}

function onTestEnd(t: Test, close: Close): void {
  if ("teardown" in t) t.teardown(close);
  else t.after(close);
}
