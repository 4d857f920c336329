import t from "tap";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { startServer } from "../support/process.ts";

for (const requests of [20, 0]) {
  t.test(`a server whose log pipe is closed serves ${requests} requests and stops on SIGTERM`, async (t) => {
    const server = await startServer(t, { DATABASE_URL: await temporaryDatabaseUrl(t) });
    server.child.stdout?.destroy();
    for (let time = 0; time < requests; time++)
      t.equal((await fetch(`${server.base}/api/products?limit=1`)).status, 200);
    t.equal(await server.stop("SIGTERM"), 0);
  });
}
