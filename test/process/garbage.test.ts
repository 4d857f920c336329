import { once } from "node:events";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import t from "tap";
import { PROGRAM, startServer } from "../../harness/server-process.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";

const PRELOADED = fileURLToPath(new URL("garbage.js", import.meta.url));

t.test("the heap of a server grows to less than 3.5 times what is in use", async (t) => {
  const settings = { DATABASE_URL: await migratedDatabaseUrl(t) };
  const command = [execPath, "--import", PRELOADED, ...PROGRAM, "start"];
  const { child, stop } = await startServer({ settings, command, ipc: true });
  t.teardown(() => stop("SIGKILL"));
  child.send("start");
  const [sizes]: number[][] = await once(child, "message");
  // In the first half V8 still follows what it decided during the start.
  const growth = medianGrowth((sizes ?? []).slice((sizes?.length ?? 0) / 2));
  t.ok(growth < 3.5, `the heap grew ${growth.toFixed(1)} times`);
});

/** How many times as large the heap was before a collection as after it, in the median of the collections. */
function medianGrowth(sizes: readonly number[]): number {
  const growths: number[] = [];
  let largest = 0;
  for (const [index, size] of sizes.entries()) {
    const before = sizes[index - 1] ?? size;
    if (size < 0.7 * before) {
      growths.push(largest / size);
      largest = 0;
    }
    largest = Math.max(largest, size);
  }
  if (growths.length === 0) throw new Error("There was no collection.");
  return growths.sort((one, other) => one - other)[Math.floor(growths.length / 2)] ?? 0;
}
