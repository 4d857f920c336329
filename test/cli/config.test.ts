import t from "tap";
import { openAdministration, run } from "../support/command-runner.ts";
import { engine, migratedDatabaseUrl } from "../support/databases.ts";

interface Row {
  readonly name: string;
  readonly value: string;
  readonly origin: string;
}

async function show(settings: Record<string, string>): Promise<Map<string, [value: string, origin: string]>> {
  const { code, stdout } = await run(["config", "--json"], settings);
  t.equal(code, 0);
  const rows: Row[] = JSON.parse(stdout);
  return new Map(rows.map(({ name, value, origin }) => [name, [value, origin]]));
}

t.test("config: shows each setting, where it comes from, and no secret", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const settings = { DATABASE_URL, TOKEN_SECRET: "secret".repeat(6), REDIS_URL: "redis://:secret@cache", PORT: "8080" };
  const shown = await show(settings);
  t.same(shown.get("PORT"), ["8080", "environment"]);
  t.same(shown.get("HOST"), ["127.0.0.1", "default"]);
  t.same(shown.get("BASE_URL"), ["http://127.0.0.1:8080", "default"]);
  t.same(shown.get("TOKEN_SECRET"), ["(hidden)", "environment"]);
  t.same(shown.get("REDIS_URL"), ["redis://:***@cache", "environment"]);
  const { stdout } = await run(["config"], settings);
  t.match(stdout, /^name\tvalue\torigin\nHOST\t127\.0\.0\.1\tdefault\nPORT\t8080\tenvironment\n/);
  t.notMatch(stdout, /secretsecret|:secret/);
});

t.test("config: shows what is stored in the database", async (t) => {
  const { url, context } = await openAdministration(t);
  t.same((await show({ DATABASE_URL: url })).get("TOKEN_SECRET"), ["(hidden)", "database"]);
  t.same((await show({ DATABASE_URL: url })).get("REGISTRATION"), [
    "as an administrator chose on a page, else open",
    "default",
  ]);
  await context.database.insertInto("server_settings").values({ name: "registration", value: "closed" }).execute();
  t.same((await show({ DATABASE_URL: url })).get("REGISTRATION"), ["closed", "database"]);
  const open = await show({ DATABASE_URL: url, REGISTRATION: "open" });
  t.same(open.get("REGISTRATION"), ["open", "environment"], "which has precedence");
});

t.test("config: works without a database, and creates none", async (t) => {
  const missing = engine === "sqlite" ? `sqlite:${t.testdir()}/none/triptych.db` : "postgres://127.0.0.1:1/none";
  const shown = await show({ DATABASE_URL: missing });
  t.same(shown.get("DATABASE_URL"), [missing, "environment"]);
  t.same(shown.get("REGISTRATION"), ["unknown", "default"]);
  t.match(await run(["config"], { PORT: "x" }), { code: 1, stderr: /^triptych: Invalid settings: PORT must be/ });
});
