// A process that is killed during a bulk change of the account 1, between two of its transactions: `long-changes.test.ts`
// starts it with the URL of its database, and the time.

import { argv, kill, pid } from "node:process";
import { openDatabase } from "../../src/database/database.ts";
import * as bulk from "../../src/library/items/bulk.ts";

/** The use of the clock at which it is killed. Each transaction uses it. */
const FATAL_CALL = 4;

const [, , url = "", now = ""] = argv;
let calls = 0;
const clock = () => {
  if (++calls === FATAL_CALL) kill(pid, "SIGKILL");
  return Number(now);
};
const selection = { placeId: -1, nested: false, ids: undefined, searches: [] };
await bulk.update(openDatabase(url, { maxHold: 0 }), clock, 1, selection, { tags: ["new"] });
