import t from "tap";
import { openApp } from "../support/app.ts";
import { addSecret, openDatabaseFile, withFullQueue } from "../support/database-file.ts";
import { createPerson } from "../support/people.ts";

// The bounded queue of SQLite's writing connection.

t.test("createProduct: while the write queue is full, writes get 503 at once and reads succeed", async (t) => {
  const { database } = await openDatabaseFile(t);
  const app = await openApp(t, {}, { database });
  const { token } = await createPerson(app, "Ann");
  const create = () => app.send("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });

  const { outcomes } = await withFullQueue(database, async () => {
    const refused = await create();
    t.match(refused, { status: 503, body: { error: "The server is overloaded. Try again in a moment." } });
    t.equal(refused.headers.get("retry-after"), "1");
    const change = database.transaction().execute((transaction) => addSecret(transaction, "in a transaction"));
    await t.rejects(change, { name: "Failure", kind: "unavailable" }, "transactions are refused too");
    t.equal((await app.send("GET", "/api/products")).status, 200);
    t.equal((await app.send("GET", "/health/ready")).status, 200);
  });

  const queued = await outcomes;
  const accepted = queued.filter(({ status }) => status === "fulfilled").length;
  t.ok(accepted > 0 && accepted < queued.length);
  const stored = await database.selectFrom("secrets").select("name").where("name", "like", "queued %").execute();
  t.equal(stored.length, accepted, "the accepted writes are stored, the rejected ones are not");
  t.equal((await create()).status, 201);
});
