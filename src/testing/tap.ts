import { createApp } from "../app.ts";
import { readConfigInMemory } from "../config.ts";
import { createLogger } from "../http/server/logging.ts";
import { FIXTURES } from "./fixtures.ts";
import { freePort } from "./free-port.ts";
import { openTestContext, registerTestMode, reset } from "./test-mode.ts";

/** A server in test mode, for one test file. */
export interface Triptych {
  /** Its address, without a slash at the end. */
  readonly base: string;
  /** The accounts with their keys, the products, collections and items that it holds. */
  readonly fixtures: typeof FIXTURES;
  /** Forgets everything that has happened since the start. */
  readonly reset: () => Promise<void>;
}

type Close = () => Promise<void>;

/** What it needs of a test: `teardown` of tap, or `after` of Node's own runner. */
type Test = { readonly teardown: (close: Close) => unknown } | { readonly after: (close: Close) => unknown };

/** Starts a server in test mode on a free port of 127.0.0.1, with these settings, until the test ends. Throws for settings that are not valid. */
export async function triptych(t: Test, settings: Readonly<Record<string, string>> = {}): Promise<Triptych> {
  // Known before the server listens, because links in its answers name it.
  const port = await freePort();
  const config = readConfigInMemory({ ...settings, HOST: "127.0.0.1", PORT: String(port) });
  const context = await openTestContext(config);
  const opened = createApp(context, {
    logger: createLogger("silent", process.stderr),
    extend: (app) => registerTestMode(app, context),
  });
  atEnd(t, async () => {
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

function atEnd(t: Test, close: Close): void {
  if ("teardown" in t) t.teardown(close);
  else t.after(close);
}
