import process from "node:process";
import { openDatabase } from "../../src/database/database.ts";
import { LinkCheckWorker } from "../../src/library/links/checks/worker.ts";
import { HostLease } from "../../src/library/links/host-lease.ts";

// Checks links that are due in a database, all of which are gone: the arguments are its URL and the time. Tells its
// parent process each link that it checks.
const [url = "", time] = process.argv.slice(2);
const database = openDatabase(url);
const clock = () => Number(time);
const check = async (address: URL) => {
  process.send?.(address.href);
  return { kind: "gone", seen: 404 } as const;
};
const lease = new HostLease(database, clock);
const worker = new LinkCheckWorker({ database, clock, lease, check, days: 90, firstDelay: 0 });
worker.start((error) => {
  throw error;
});
// The delays of the worker keep no process alive.
process.on("message", () => {});
await worker.settled();
await worker.close();
await database.destroy();
process.disconnect();
