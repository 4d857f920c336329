import Sqlite from "better-sqlite3";
import type { Test } from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openApp, stopWorkers } from "./app.ts";

/**
 * Starts a server on a database file, without background work. `other` simulates another process; `queries` counts
 * queries.
 */
export async function openOnFile(t: Test) {
  const path = `${t.testdir()}/triptych.db`;
  const file = openDatabase(`sqlite:${path}`);
  await migrate(file, `sqlite:${path}`);
  let queries = 0;
  const database = file.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries += 1;
      return result;
    },
  });
  const app = await openApp(t, {}, { database });
  await stopWorkers(app);
  const other = new Sqlite(path);
  t.teardown(async () => {
    other.close();
    await file.destroy();
  });
  return { ...app, other, queries: () => queries };
}

/** A server on a database file, and another connection to the file. */
export type AppOnFile = Awaited<ReturnType<typeof openOnFile>>;

/** Creates a product that costs nothing; returns its path. */
export async function createLamp({ send }: AppOnFile, token: string): Promise<string> {
  const { body } = await send("POST", "/api/products", { token, body: { name: "Lamp", price: 0 } });
  return `/api/products/${(body as { id: string }).id}`;
}
