import process from "node:process";
import { openDatabase } from "../../src/database/database.ts";
import { sendNext } from "../../src/reminders/due.ts";

// Sends the reminders that are due in a database at a time: the arguments are its URL and the time. Tells its parent
// process of each transaction.
const [url = "", time] = process.argv.slice(2);
const database = openDatabase(url);
for (let hasMore = true; hasMore; ) {
  ({ hasMore } = await sendNext(database, () => Number(time)));
  process.send?.(hasMore);
}
await database.destroy();
process.disconnect();
