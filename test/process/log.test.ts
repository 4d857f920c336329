import { spawn } from "node:child_process";
import { once } from "node:events";
import { env, execPath } from "node:process";
import { createInterface } from "node:readline";
import t from "tap";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { PROGRAM } from "../support/process.ts";

for (const requests of [20, 0]) {
  t.test(`a server whose log pipe is closed serves ${requests} requests and stops on SIGTERM`, async (t) => {
    const settings = { PORT: "0", LOG_LEVEL: "info", DATABASE_URL: await temporaryDatabaseUrl(t) };
    const server = spawn(execPath, [...PROGRAM, "start"], {
      env: { ...env, ...settings },
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.teardown(() => server.kill("SIGKILL"));
    let base = "";
    for await (const line of createInterface(server.stdout)) {
      base = /listens at (http:\S+),/.exec(line)?.[1] ?? "";
      if (base !== "") break;
    }
    server.stdout.destroy();
    for (let time = 0; time < requests; time++) t.equal((await fetch(`${base}/api/products?limit=1`)).status, 200);
    const gone = once(server, "exit");
    server.kill("SIGTERM");
    t.same(await gone, [0, null]);
  });
}
