// A server that is killed while it imports: `test/import/worker.test.ts` starts it with the URL of its database,
// and the milliseconds by which its clock is ahead.

import { argv, kill, pid } from "node:process";
import { openDatabase } from "../../src/database/database.ts";
import { ImportWorker } from "../../src/library/import/worker.ts";

/** The call of the clock at which it is killed: it is read a few times before, and for each 250 of 5,000 bookmarks. */
const FATAL_CALL = 15;

const [, , url = "", ahead = "0"] = argv;
let calls = 0;
const clock = () => {
  if (++calls === FATAL_CALL) kill(pid, "SIGKILL");
  return Date.now() + Number(ahead);
};
await new ImportWorker(openDatabase(url), clock, { accountQuota: 2 ** 40 }).run();
