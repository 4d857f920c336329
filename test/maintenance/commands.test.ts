import t, { type Test } from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { runCommand, temporaryDatabase } from "../../harness/server-process.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";

async function fill(t: Test): Promise<string> {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  await fillEveryTable(database);
  return url;
}

async function temporaryFile(t: Test): Promise<string> {
  const { url, remove } = await temporaryDatabase();
  t.teardown(remove);
  return url;
}

t.test("triptych move prints what it moved, and a second move to the same target fails", async (t) => {
  const [from, to] = [await fill(t), await temporaryFile(t)];
  const moved = await runCommand(["move", "--from", from, "--to", to]);
  t.match(moved, {
    code: 0,
    stdout: /^Moved \d+ rows of \d+ tables in .+ s\. Both databases have the same rows; .+ records the move\.\n$/,
    stderr: "",
  });
  const again = await runCommand(["move", "--from", from, "--to", to, "--json"]);
  t.match(again, { code: 1, stdout: "", stderr: /^triptych: The target cannot be used\. The target is not empty: / });
});

t.test("triptych move --json prints the rows and hashes of the tables", async (t) => {
  const { code, stdout } = await runCommand([
    "move",
    "--from",
    await fill(t),
    "--to",
    await temporaryFile(t),
    "--json",
  ]);
  t.equal(code, 0);
  const { tables } = JSON.parse(stdout);
  t.match(
    tables.find(({ table }: { table: string }) => table === "accounts"),
    { rows: 4, hash: /^[0-9a-f]{64}$/ },
  );
});

t.test("triptych move without a source is wrong usage", async (t) => {
  t.match(await runCommand(["move", "--to", "sqlite:x.db"]), { code: 2, stderr: /--from/ });
});

t.test("triptych verify prints a line for each problem and fails until --repair has removed them", async (t) => {
  const url = await fill(t);
  const run = (...args: string[]) => runCommand(["verify", ...args], { DATABASE_URL: url });
  t.match(await run(), { code: 0, stdout: "No problems were found.\n", stderr: "" });
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await database.updateTable("files").set({ expires_at: 5 }).execute();
  const line = "files: The file 1 of item 5 of account 1 is scheduled for deletion.";
  t.match(await run(), {
    code: 1,
    stdout: `repairable: ${line}\n`,
    stderr: "triptych: 1 problem left. --repair can fix 1 of them.\n",
  });
  t.same(JSON.parse((await run("--json")).stdout), [
    { check: "files", message: line.slice("files: ".length), state: "repairable" },
  ]);
  t.match(await run("--repair"), { code: 0, stdout: `repaired: ${line}\n`, stderr: "" });
  t.match(await run(), { code: 0, stdout: "No problems were found.\n" });
});

t.test("triptych verify fails without a database, and creates none", async (t) => {
  const url = await temporaryFile(t);
  t.match(await runCommand(["verify"], { DATABASE_URL: url }), { code: 1, stderr: /There is no database / });
});
