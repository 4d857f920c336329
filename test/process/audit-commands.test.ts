import { userInfo } from "node:os";
import { sql } from "kysely";
import t from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { runCommand } from "../support/process.ts";

const ADA = ["--email", "ada@example.com"];

t.test("audit list and audit verify: commands are recorded with the user who ran them", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const run = (...args: string[]) => runCommand(args, { DATABASE_URL }, "correct horse battery");
  t.match(await run("audit", "list"), { code: 0, stderr: "", stdout: /^id\ttime\twho\taction\t[^\n]*\n$/ });
  t.match(await run("audit", "verify"), { code: 0, stdout: "The audit log is empty.\n" });
  await run("user", "create", ...ADA, "--name", "Ada", "--level", "4", "--password-stdin");
  await run("key", "create", ...ADA, "--name", "Sync");
  await run("key", "revoke", ...ADA, "--name", "Sync", "--yes");
  await run("user", "unlock", ...ADA);
  await run("limit", "reset", "--email", "ada@example.com", "--yes");

  const { stdout } = await run("audit", "list", "--json");
  const events = JSON.parse(stdout);
  const by = { actor: "command", actorId: null, credential: userInfo().username, address: "" };
  t.match(events, [
    { ...by, id: 4, via: "limit reset", action: "limit.reset", accountId: 1, targetKind: "limit" },
    { ...by, id: 3, via: "key revoke", action: "key.revoke", targetKind: "key", targetId: "1" },
    { ...by, id: 2, via: "key create", action: "key.create", personal: { name: "Sync" } },
    { ...by, id: 1, via: "user create", action: "account.create", details: { level: 4 } },
  ]);
  t.equal(events.length, 4, "unlocking an account without failed logins changes nothing");

  const filtered = await run("audit", "list", "--account", "1", "--action", "key.create", "--since", "2026-01-01");
  t.match(filtered.stdout, /\n2\t\S+Z\tcommand\tkey\.create\tkey 1\t[^\n]*\tkey create\t\n$/);
  t.equal((await run("audit", "list", "--limit", "2")).stdout.split("\n").length, 4);
  t.match((await run("audit", "list", "--since", "2999-01-01")).stdout, /^id\t[^\n]*\n$/);
  for (const wrong of [
    ["--since", "yesterday"],
    ["--action", "x"],
    ["--account", "0"],
    ["--limit", "x"],
  ]) {
    t.match(await run("audit", "list", ...wrong), { code: 2, stdout: "" }, wrong.join(" "));
  }

  const { hash } = events[0];
  t.match(await run("audit", "verify"), {
    code: 0,
    stdout: `The audit log is intact: 4 events, last hash ${hash}\n`,
  });
  const database = openDatabase(DATABASE_URL);
  t.teardown(() => database.destroy());
  await sql`update audit_head set deleted_count = 1,
    deleted_hash = (select hash from audit_events where id = 1)`.execute(database);
  await database.deleteFrom("audit_events").where("id", "=", 1).execute();
  t.match(await run("audit", "verify"), {
    code: 0,
    stdout: `The audit log is intact: 4 events (the first 1 deleted because of AUDIT_DAYS), last hash ${hash}\n`,
  });
  await sql`update audit_head set count = 5`.execute(database);
  t.match(await run("audit", "verify"), {
    code: 1,
    stdout: "the end is missing: the last event is 4, but 5 were recorded\n",
    stderr: "triptych: The audit log was tampered with or is damaged.\n",
  });
  t.match(JSON.parse((await run("audit", "verify", "--json")).stdout), {
    count: 3,
    deleted: 1,
    hash,
    problems: [{ id: 5, kind: "truncated" }],
  });
});
