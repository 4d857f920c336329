import t from "tap";
import { openContext } from "../../src/context/context.ts";
import * as listing from "../../src/products/listing.ts";
import * as products from "../../src/products/products.ts";
import { readConfig } from "../../src/settings/config.ts";
import { insertAccount } from "../support/accounts.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { idsOf } from "./rows.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
const LAMP = { name: "Lamp", description: "", price: 1, inStock: true };

t.test("create: ids keep increasing when the clock jumps by 400 days and back, across restarts", async (t) => {
  const config = readConfig({ DATABASE_URL: await temporaryDatabaseUrl(t), LOG_LEVEL: "silent" });
  const created: string[] = [];
  for (const jump of [0, 400, 0, -400, 0]) {
    const context = await openContext(config, { clock: () => NOW + jump * DAY_MS });
    const owner = await insertAccount(context.database);
    for (let count = 0; count < 3; count++)
      created.push((await products.create(context.database, owner, context.productIds, LAMP)).id);
    if (jump === 0) t.same(await idsOf(listing.all(context.database, {})), created);
    await context.close();
  }
  t.same(created, [...new Set(created)].sort());
});

t.test("create: ids keep increasing when the clock jumps while the server runs", async (t) => {
  const config = readConfig({ DATABASE_URL: await temporaryDatabaseUrl(t), LOG_LEVEL: "silent" });
  let now = NOW;
  const context = await openContext(config, { clock: () => now });
  t.teardown(() => context.close());
  const owner = await insertAccount(context.database);
  const created: string[] = [];
  for (const jump of [0, 400, 0, -400, 0]) {
    now = NOW + jump * DAY_MS;
    created.push((await products.create(context.database, owner, context.productIds, LAMP)).id);
  }
  t.same(created, [...new Set(created)].sort());
});
