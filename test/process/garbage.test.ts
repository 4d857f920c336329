import { once } from "node:events";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import t from "tap";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { PROGRAM, startServer } from "../support/server-process.ts";

const PRELOADED = fileURLToPath(new URL("garbage.js", import.meta.url));

t.test("the heap of a server grows to less than 3.5 times what is in use", async (t) => {
  const settings = { DATABASE_URL: await migratedDatabaseUrl(t) };
  const command = [execPath, "--import", PRELOADED, ...PROGRAM, "start"];
  const { child, stop } = await startServer({ settings, command, ipc: true });
  t.teardown(() => stop("SIGKILL"));
  child.send("start");
  const [sizes]: number[][] = await once(child, "message");
  // In the first half V8 still follows what it decided during the start.
  const later = (sizes ?? []).slice((sizes?.length ?? 0) / 2);
  const growth = Math.max(...later) / Math.min(...later);
  t.ok(growth < 3.5, `the heap grew ${growth.toFixed(1)} times`);
});
