import t from "tap";
import { startNodeProxy } from "../../harness/proxies.ts";
import { restartUnderLoad } from "../../harness/restarts.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";

t.test("no request fails while two servers behind a proxy are restarted in turn", async (t) => {
  const { requests, failures } = await restartUnderLoad({
    url: await migratedDatabaseUrl(t),
    startProxy: startNodeProxy,
    restarts: 2,
    minRequests: 200,
    drainSeconds: 2,
  });
  t.ok(requests >= 200);
  t.same(failures, []);
});
