import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import t from "tap";
import * as items from "../../src/library/items/items.ts";
import { sendNext } from "../../src/reminders/due.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import { ITEM } from "../library/library.ts";
import { insertAccount } from "../support/accounts.ts";
import { openDatabaseWithUrl } from "../support/databases.ts";

const KILLS = 10;
const REMINDERS = 7_000;
const NOW = Date.UTC(2026, 0, 1);
const PROGRAM = fileURLToPath(new URL("reminder-sender.ts", import.meta.url));

t.test(`${REMINDERS} reminders are each sent once, though the server is killed ${KILLS} times`, async (t) => {
  const { database, url } = await openDatabaseWithUrl(t);
  const ann = await insertAccount(database);
  const input = { url: "https://example.com/", types: ["reminder.due"] } as const;
  await webhooks.create(database, () => NOW, ann, input, { allowsPrivate: false });
  await sendNext(database, () => NOW);
  const ids: number[] = [];
  for (let first = 0; first < REMINDERS; first += 100) {
    const added = Array.from({ length: 100 }, () => ({ ...ITEM, placeId: -1, reminderAt: NOW + 1 }));
    ids.push(...(await items.createMany(database, () => NOW, ann, added)).map(({ id }) => id));
  }
  for (let number = 0; number < KILLS; number += 1) {
    const sender = fork(PROGRAM, [url, `${NOW + 1}`], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const exited = once(sender, "exit");
    await once(sender, "message");
    // Somewhere in the next transaction.
    await setTimeout(number);
    sender.kill("SIGKILL");
    await exited;
  }
  const sent = async () => {
    const rows = await database.selectFrom("webhook_deliveries").select("payload").orderBy("id").execute();
    return rows.flatMap(({ payload }): number[] => JSON.parse(payload).data.items);
  };
  t.comment(`${(await sent()).length} were sent before the last kill`);
  while ((await sendNext(database, () => NOW + 1)).hasMore);
  t.same(await sent(), ids);
});
