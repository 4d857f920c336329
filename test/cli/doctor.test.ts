import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { getuid } from "node:process";
import t, { type Test } from "tap";
import type { Settings } from "../../harness/server-process.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import { toName } from "../../src/maintenance/backup/name.ts";
import { openAdministration, run } from "../support/command-runner.ts";
import { engine, migratedDatabaseUrl, temporaryDatabaseUrl } from "../support/databases.ts";
import { createPerson, logIn } from "../support/people.ts";
import { openSmtpServer } from "../support/smtp.ts";

interface Finding {
  readonly check: string;
  readonly result: string;
  readonly text: string;
  readonly advice?: string;
}

/** What the doctor finds, and its exit code. Each finding that is not ok has advice. */
async function examine(t: Test, settings: Settings) {
  const { code, stdout, stderr } = await run(["doctor", "--json"], settings);
  const findings: Finding[] = JSON.parse(stdout);
  for (const { result, text, advice } of findings) t.equal(advice === undefined, result === "ok", text);
  t.equal(code, findings.some(({ result }) => result === "problem") ? 1 : 0, stderr);
  return {
    findings,
    wrong: findings.filter(({ result }) => result !== "ok"),
    of: (check: string) => findings.find((finding) => finding.check === check),
  };
}

t.test("doctor: a good installation has no warning", async (t) => {
  const { url } = await openAdministration(t);
  const BACKUP_TO = t.testdir({});
  t.match(await run(["backup", BACKUP_TO], { DATABASE_URL: url }), { code: 0 });
  const { wrong, findings } = await examine(t, { DATABASE_URL: url, BACKUP_TO });
  t.same(wrong, []);
  const ofFiles = engine === "sqlite" ? ["permissions", "disk space"] : [];
  t.same(
    findings.map(({ check }) => check),
    ["settings", "Node", "database", "database version", "schema", "clock", ...ofFiles, "backups", "mail", "proxies"],
  );
});

t.test("doctor: prints a line for each check, and names the number of problems", async (t) => {
  const { code, stdout, stderr } = await run(["doctor"], { PORT: "x", LOG_LEVEL: "y" });
  t.match({ code, stderr }, { code: 1, stderr: "triptych: There are 2 problems.\n" });
  t.match(
    stdout,
    /^problem {2}settings: PORT must be a whole number from 0 to 65535\. Correct .+\nproblem .+LOG_LEVEL/,
  );
  t.match(stdout, /\nok {7}Node: /);
});

t.test("doctor: warns of a variable that looks like a mistyped setting", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const { of } = await examine(t, { DATABASE_URL, SMTP_URI: "x", TRUST_PROXIES: "x", UNRELATED_NAME: "x" });
  t.match(of("settings"), { result: "warning", text: "SMTP_URI is not a setting.", advice: /SMTP_URL/ });
});

t.test("doctor: works while the database is missing or down, and creates nothing", async (t) => {
  const down = await examine(t, { DATABASE_URL: "postgres://ann:secret@127.0.0.1:1/none" });
  t.match(down.of("database"), { result: "problem", text: /ECONNREFUSED/, advice: /DATABASE_URL/ });
  t.notMatch(JSON.stringify(down.findings), /secret/);

  const folder = t.testdir({ "text.db": "This is no database.".repeat(100) });
  const missing = await examine(t, { DATABASE_URL: `sqlite:${folder}/none/triptych.db` });
  t.match(missing.of("database"), { result: "warning", text: /does not exist yet/ });
  t.notOk(existsSync(`${folder}/none`));
  await mkdir(`${folder}/lost`);
  await writeFile(`${folder}/lost/triptych.db.exists`, "");
  const lost = await examine(t, { DATABASE_URL: `sqlite:${folder}/lost/triptych.db` });
  t.match(lost.of("database"), { result: "problem", text: /is missing, but it existed/ });
  const broken = await examine(t, { DATABASE_URL: `sqlite:${folder}/text.db` });
  t.match(broken.of("database"), { result: "problem", text: /not a database/ });
});

t.test("doctor: says whether the schema is old, new or missing, and does not migrate", async (t) => {
  const DATABASE_URL = await temporaryDatabaseUrl(t);
  const database = openDatabase(DATABASE_URL);
  t.teardown(() => database.destroy());
  t.match((await examine(t, { DATABASE_URL })).of("schema"), { result: "warning", text: /has no tables/ });
  const names = Object.keys(migrations);
  await migrate(database, DATABASE_URL, Object.fromEntries(Object.entries(migrations).slice(0, -1)));
  for (let repetition = 0; repetition < 2; repetition++) {
    const { of } = await examine(t, { DATABASE_URL });
    t.match(of("schema"), { result: "warning", text: `The schema lacks 1 migration (${names.at(-1)}).` });
  }
  await migrate(database, DATABASE_URL, { ...migrations, "9999-later": { up: async () => {} } });
  t.match((await examine(t, { DATABASE_URL })).of("schema"), { result: "problem", text: /9999-later/ });
});

t.test("doctor: finds a stored time in the future", async (t) => {
  const app = await openAdministration(t);
  await logIn(app.send, await createPerson(app, "Ann"));
  await app.context.database
    .updateTable("logins")
    .set({ created_at: Date.UTC(2100, 0, 1) })
    .execute();
  const { of } = await examine(t, { DATABASE_URL: app.url });
  t.match(of("clock"), { result: "problem", text: /2100-01-01/, advice: /Synchronise/ });
});

t.test("doctor: changes no file of an SQLite database, and finds wrong permissions", async (t) => {
  const folder = t.testdir();
  const file = `${folder}/triptych.db`;
  const url = `sqlite:${file}`;
  const database = openDatabase(url);
  await migrate(database, url);
  await database.destroy();
  const before = { names: await readdir(folder), bytes: await readFile(file) };
  await chmod(folder, 0o755);
  t.notMatch((await examine(t, { DATABASE_URL: url })).of("permissions")?.result, /warning|problem/);
  t.same({ names: await readdir(folder), bytes: await readFile(file) }, before);

  await chmod(file, 0o644);
  const { of } = await examine(t, { DATABASE_URL: url });
  t.match(of("permissions"), { result: "warning", advice: `chmod 600 ${file}` });
  await chmod(file, 0o600);
  await chmod(folder, 0o777);
  t.match((await examine(t, { DATABASE_URL: url })).of("permissions"), {
    result: "warning",
    text: /can replace files/,
  });
  await chmod(folder, 0o555);
  // The superuser may write everywhere.
  if (getuid?.() !== 0) t.match((await examine(t, { DATABASE_URL: url })).of("permissions"), { result: "problem" });
  await chmod(folder, 0o755);
});

t.test("doctor: warns if there is no backup, or only an old one", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const folder = t.testdir({ "a-file": "" });
  const backups = async (settings: Settings) => (await examine(t, { DATABASE_URL, ...settings })).of("backups");
  t.match(await backups({}), { result: "warning", text: "BACKUP_TO is not set." });
  t.match(await backups({ BACKUP_TO: `${folder}/none` }), { result: "warning", text: /^There is no backup in / });
  t.notOk(existsSync(`${folder}/none`));
  t.match(await backups({ BACKUP_TO: `${folder}/a-file` }), { result: "problem", text: /ENOTDIR/ });
  const createdAt = Date.now() - 8 * 24 * 60 * 60 * 1000;
  const name = toName({ installation: "0".repeat(12), createdAt, engine: "sqlite", schema: "0001", encrypted: false });
  await writeFile(`${folder}/${name}`, "");
  t.match(await backups({ BACKUP_TO: folder }), { result: "warning", text: /8 days old\.$/ });
});

t.test("doctor: connects to the SMTP server and to Redis", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const { settings, mails } = await openSmtpServer(t);
  t.match((await examine(t, { DATABASE_URL, ...settings })).of("mail"), { result: "ok", text: /accepts connections/ });
  t.same(mails, [], "no mail is sent");
  const down = {
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "me@example.com",
    REDIS_URL: "redis://:secret@127.0.0.1:1",
  };
  const { of, findings } = await examine(t, { DATABASE_URL, ...down });
  t.match(of("mail"), { result: "problem", text: /127\.0\.0\.1: .*ECONNREFUSED/ });
  t.match(of("Redis"), { result: "problem", text: /ECONNREFUSED/ });
  t.notMatch(JSON.stringify(findings), /secret/);
});

t.test("doctor: compares BASE_URL, HOST and TRUST_PROXY", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const texts = async (settings: Settings) =>
    (await examine(t, { DATABASE_URL, ...settings })).findings
      .filter(({ check, result }) => check === "proxies" && result !== "ok")
      .map(({ text }) => text);
  const BASE_URL = "https://triptych.example";
  t.same(await texts({ BASE_URL, TRUST_PROXY: "127.0.0.1" }), []);
  t.match(await texts({ BASE_URL }), [/TRUST_PROXY is not set/]);
  t.match(await texts({ BASE_URL, TRUST_PROXY: "0.0.0.0/0" }), [/trusts everyone/]);
  t.match(await texts({ BASE_URL: "http://triptych.example" }), [/without encryption/]);
  t.match(await texts({ HOST: "0.0.0.0" }), [/no client can open/]);
});
