import { setTimeout } from "node:timers/promises";
import t from "tap";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { PROGRAM, startServer } from "../support/server-process.ts";

t.test("an idle server returns memory to the operating system", async (t) => {
  const server = await startServer({
    command: [process.execPath, "--trace-gc", "--trace-memory-reducer", ...PROGRAM, "start"],
    settings: { DATABASE_URL: await temporaryDatabaseUrl(t) },
  });
  t.teardown(() => server.stop("SIGKILL"));
  // V8 looks about every 8 seconds. The lines of its main thread start with `[<process>:<isolate>:0]`.
  while (!/:0\] .+Memory reducer: finished GC/.test(server.output())) await setTimeout(200);
  const [, before, after] =
    /Mark-Compact \(reduce\) [\d.]+ \(([\d.]+)\) -> [\d.]+ \(([\d.]+)\) MB/.exec(server.output()) ?? [];
  t.ok(Number(after) < Number(before), `the size of the heap falls from ${before} to ${after} MB`);
});
