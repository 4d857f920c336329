import { userInfo } from "node:os";
import t, { type Test } from "tap";
import { DIFFICULT_TEXT } from "../../harness/filled-database.ts";
import { runCommand, temporaryDatabase } from "../../harness/server-process.ts";
import { type Origin, runAs } from "../../src/audit/origin.ts";
import { record, recordAlone } from "../../src/audit/record.ts";
import { deleteExpired, eraseBatch } from "../../src/audit/removal.ts";
import { verify } from "../../src/audit/verification.ts";
import { type Database, inTransaction } from "../../src/database/database.ts";
import { backUp, filledDatabase, folderTarget, pathOf, withDatabase } from "../support/backups.ts";
import { engine, temporaryDatabaseUrl } from "../support/databases.ts";

const DAY = 24 * 60 * 60 * 1000;

/** The origin of the requests of an account. */
function requestOf(accountId: number): Origin {
  const client = { address: "2001:db8::1", userAgent: DIFFICULT_TEXT };
  return {
    actor: "account",
    accountId,
    credentialVersion: null,
    via: "test",
    credential: "key",
    client,
    clock: Date.now,
  };
}

/** A database whose audit log has events of three accounts, of which one was erased, and whose first events were deleted. */
async function databaseWithLog(t: Test): Promise<string> {
  const url = await filledDatabase(t);
  await withDatabase(url, async (database) => {
    for (let count = 0; count < 2; count++)
      await recordAlone(database, { action: "limit.reset", accountId: null, target: { kind: "limit", id: "x" } });
    while (await deleteExpired(database, () => Date.now() + 10 * DAY, 1));
    for (const accountId of [1, 2, 3, 1, 2, 3])
      await runAs(requestOf(accountId), () =>
        inTransaction(database, async (transaction) =>
          record(transaction, {
            action: "account.update",
            accountId,
            target: { kind: "account", id: accountId },
            details: { text: DIFFICULT_TEXT, level: { from: null, to: 2 } },
            personal: { name: { from: "", to: DIFFICULT_TEXT } },
          }),
        ),
      );
    while ((await eraseBatch(database, 3, 100)) > 0);
  });
  return url;
}

function readEvents(url: string) {
  return withDatabase(url, (database) => database.selectFrom("audit_events").selectAll().orderBy("id").execute());
}

/** The number of events that were deleted before these. */
function deletedBefore([first]: Awaited<ReturnType<typeof readEvents>>): number {
  if (first === undefined || first.id < 3) throw new Error("No events were deleted.");
  return first.id - 1;
}

/** The result of verifying the chain, and the last event. */
async function inspect(database: Database) {
  const last = await database.selectFrom("audit_events").selectAll().orderBy("id", "desc").executeTakeFirst();
  return { ...(await verify(database)), last };
}

async function temporaryFile(t: Test): Promise<string> {
  const { url, remove } = await temporaryDatabase();
  t.teardown(remove);
  return url;
}

const BY_COMMAND = {
  actor: "command",
  actor_id: null,
  credential: userInfo().username,
  client: null,
  account_id: null,
};

t.test(
  "a restored database has the whole audit log, and an event of the restore that continues its chain",
  async (t) => {
    const url = await databaseWithLog(t);
    const events = await readEvents(url);
    const backup = await backUp(url, await folderTarget(t));
    for (const copy of [false, true]) {
      const other = await temporaryDatabaseUrl(t);
      const args = ["restore", pathOf(backup), "--yes", ...(copy ? ["--copy"] : [])];
      t.match(await runCommand(args, { DATABASE_URL: other }), { code: 0, stderr: "" });
      t.same((await readEvents(other)).slice(0, -1), events);
      const { last, ...found } = await withDatabase(other, inspect);
      t.match(found, { count: events.length + 1, deleted: deletedBefore(events), problems: [] });
      t.match(last, {
        ...BY_COMMAND,
        via: "restore",
        action: "backup.restore",
        target_kind: "backup",
        target_id: new Date(backup.createdAt).toISOString(),
      });
      t.match(JSON.parse(last?.details ?? ""), { installation: /^[0-9a-f]{12}$/, version: /^\d/, copy });
    }
    t.same(await readEvents(url), events, "the log of the original is as before");
  },
);

t.test("a moved database has the whole audit log, and an event of each move that continues its chain", async (t) => {
  const url = await databaseWithLog(t);
  const events = await readEvents(url);
  const [there, back] = [await temporaryFile(t), await temporaryDatabaseUrl(t)];
  const moves = [
    { from: url, to: there, engines: { from: engine, to: "sqlite" } },
    { from: there, to: back, engines: { from: "sqlite", to: engine } },
  ];
  for (const [index, { from, to, engines }] of moves.entries()) {
    t.match(await runCommand(["move", "--from", from, "--to", to]), { code: 0, stderr: "" });
    t.same((await readEvents(to)).slice(0, events.length), events);
    const { last, ...found } = await withDatabase(to, inspect);
    t.match(found, { count: events.length + index + 1, deleted: deletedBefore(events), problems: [] });
    t.match(last, { ...BY_COMMAND, via: "move", action: "data.move", target_kind: "data", target_id: "database" });
    const { rows, ...details } = JSON.parse(last?.details ?? "");
    t.same(details, { engine: engines });
    t.ok(rows > 100);
  }
  t.same(await readEvents(url), events, "the log of the source is as before");
});
