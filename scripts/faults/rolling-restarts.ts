import { env, exit, stdout } from "node:process";
import { parseArgs } from "node:util";
import { startHaproxy, startNodeProxy } from "../../harness/proxies.ts";
import { restartUnderLoad } from "../../harness/restarts.ts";
import { temporaryDatabase } from "../../harness/server-process.ts";

const HELP = `Restarts two servers on one database in turn, behind a proxy that checks /health/ready five times a
second, while eight clients read and write products. The proxy does not retry. Prints the number of requests, and up to
20 failures.

Usage: node scripts/faults/rolling-restarts.ts [options]

  --haproxy             use HAProxy, which must be in PATH, instead of a small proxy of our own
  --restarts <number>   total restarts of the two servers (default 6)
  --requests <number>   send at least this number of requests (default 7500)
  --drain <seconds>     DRAIN_SECONDS of the servers (default 5)

TEST_DATABASE_URL selects the database; without it, the servers share a new SQLite file.
Exits with 1 if any request failed, or a server did not stop with exit code 0.
`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    haproxy: { type: "boolean", default: false },
    restarts: { type: "string", default: "6" },
    requests: { type: "string", default: "7500" },
    drain: { type: "string", default: "5" },
  },
});
if (values.help) {
  stdout.write(HELP);
  exit(0);
}
// Without these handlers Node would skip the exit event, in which the servers and HAProxy are killed.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => exit(1));
const { url, remove } = await temporaryDatabase();
const started = performance.now();
const { requests, failures } = await restartUnderLoad({
  url: env.TEST_DATABASE_URL ?? url,
  startProxy: values.haproxy ? startHaproxy : startNodeProxy,
  restarts: Number(values.restarts),
  minRequests: Number(values.requests),
  drainSeconds: Number(values.drain),
  onRestart: (restart) => stdout.write(`restart ${restart}\n`),
});
await remove();
for (const failure of failures.slice(0, 20)) stdout.write(`${failure}\n`);
const seconds = Math.round((performance.now() - started) / 1000);
stdout.write(`${requests} requests in ${seconds} s, ${values.restarts} restarts: ${failures.length} failed\n`);
exit(failures.length > 0 ? 1 : 0);
