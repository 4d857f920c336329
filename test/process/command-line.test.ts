import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import t from "tap";
import { ROOT } from "../../harness/server-process.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import { sender } from "../support/app.ts";
import { migratedDatabaseUrl, temporaryDatabaseUrl } from "../support/databases.ts";
import { logIn, registrationOf } from "../support/people.ts";
import { PROGRAM, runCommand, startServer } from "../support/process.ts";

t.test("a command prints its help on standard output", async (t) => {
  const outcomes = await Promise.all([runCommand(["start", "--help"]), runCommand(["help", "start"])]);
  for (const outcome of outcomes) t.match(outcome, { code: 0, stdout: /Usage: triptych start/, stderr: "" });
});

t.test("--version prints the version of package.json", async (t) => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  t.same(await runCommand(["--version"]), { code: 0, stdout: `${version}\n`, stderr: "" });
});

t.test("wrong usage prints one line that says what is wrong, and exits with 2", async (t) => {
  t.same(await runCommand(["sing"]), {
    code: 2,
    stdout: "",
    stderr: 'triptych: Unknown command "sing". See --help.\n',
  });
});

t.test("start: reports all invalid settings in one line and exits with 1", async (t) => {
  const { code, stderr } = await runCommand(["start"], { PORT: "http", TOKEN_SECRET: "short", REGISTRATION: "maybe" });
  t.equal(code, 1);
  t.match(
    stderr,
    /^triptych: Invalid settings: PORT must be .+ TOKEN_SECRET must be .+ REGISTRATION must be [^\n]+\n$/,
  );
  t.notMatch(stderr, /short/, "the message contains no values, which may be secret");
});

t.test("start: reports in one line why the database is unavailable and exits with 1", async (t) => {
  const { code, stderr } = await runCommand(["start"], { DATABASE_URL: "postgres://ann:secret@127.0.0.1:1/none" });
  t.equal(code, 1);
  t.match(stderr, /^triptych: [^\n]*ECONNREFUSED[^\n]*\n$/);
  t.notMatch(stderr, /secret/);
});

t.test("start: reports in one line that the port is in use and exits with 1", async (t) => {
  const url = await migratedDatabaseUrl(t);
  const { base } = await startServer(t, { DATABASE_URL: url });
  const { code, stdout, stderr } = await runCommand(["start"], {
    DATABASE_URL: await temporaryDatabaseUrl(t),
    PORT: new URL(base).port,
  });
  t.equal(code, 1);
  t.match(stderr, /^triptych: [^\n]*EADDRINUSE[^\n]*\n$/);
  t.match(stdout, /"Applied migrations: /, "what was logged before is not lost");
});

t.test("start: logs its address, the URL of its API reference and the location of its data", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const { base, output } = await startServer(t, { DATABASE_URL: url });
  const location = url.startsWith("sqlite:") ? url.slice("sqlite:".length) : "postgres:";
  t.match(output(), new RegExp(`Triptych listens at ${base}, API reference: ${base}/docs, data: ${location}`));
  if (url.startsWith("sqlite:")) t.equal((await stat(location)).mode & 0o077, 0, "only the owner may read the file");
});

t.test("start: logs a setup link until there is an administrator, unless --no-setup is given", async (t) => {
  const settings = { DATABASE_URL: await migratedDatabaseUrl(t), BASE_URL: "https://triptych.example" };
  const linkOf = (output: string) => /"setupUrl":"([^"]+)"/.exec(output)?.[1];
  const silent = await startServer(t, settings, ["--no-setup"]);
  t.equal((await sender(silent.base)("GET", "/health/ready")).status, 200);
  await silent.stop();
  t.equal(linkOf(silent.output()), undefined);

  const server = await startServer(t, settings);
  const send = sender(server.base);
  t.equal((await send("GET", "/health/ready")).status, 200);
  // The server already responds while it creates the link.
  while (linkOf(server.output()) === undefined) await setTimeout(20);
  const [page, token] = linkOf(server.output())?.split("#") ?? [];
  t.equal(page, "https://triptych.example/setup");
  t.match(token, /^[\w-]{27}$/);
  t.equal((await send("GET", "/setup")).status, 200);
  t.equal((await send("POST", "/api/user/register", { body: registrationOf("Ann") })).status, 201);
  await server.stop();

  // Anybody may register, so an account does not end the setup.
  const again = await startServer(t, settings);
  while (linkOf(again.output()) === undefined) await setTimeout(20);
  await again.stop();

  const email = registrationOf("Ann").email;
  t.match(await runCommand(["user", "set-level", "--email", email, "--level", "4"], settings), { code: 0 });
  const later = await startServer(t, settings);
  t.equal((await sender(later.base)("GET", "/health/ready")).status, 200);
  await later.stop();
  t.equal(linkOf(later.output()), undefined, "there is an administrator");
});

t.test("start: logs an uncaught error without its stack and exits with 1", async (t) => {
  const stop = new URL("../../src/cli/stop.ts", import.meta.url);
  const logging = new URL("../../src/server/logger.ts", import.meta.url);
  const script = `
    import { exitOnUncaughtError } from "${stop}";
    import { createLogger } from "${logging}";
    exitOnUncaughtError(createLogger("info", process.stdout));
    Promise.reject(Object.assign(new Error("secret"), { code: "E_FAULT" }));`;
  const { status, stdout, stderr } = spawnSync(execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  t.match({ status, stderr }, { status: 1, stderr: "" });
  t.match(JSON.parse(stdout), { level: 60, err: { code: "E_FAULT" }, msg: "uncaught error" });
  t.notMatch(stdout, /secret|stack/);
});

t.test("start: exits with 1 if the database does not close in time", async (t) => {
  const stop = new URL("../../src/cli/stop.ts", import.meta.url);
  const logging = new URL("../../src/server/logger.ts", import.meta.url);
  // The timeout of 15 seconds becomes one of 15 milliseconds.
  const script = `
    import { prepareStop } from "${stop}";
    import { createLogger } from "${logging}";
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (callback, delay) => setTimeout(callback, delay / 1000);
    const app = { server: {}, close: async () => {} };
    const context = { close: () => new Promise(() => {}) };
    const logger = createLogger("info", process.stdout);
    prepareStop(app, context, {
      stopping: new AbortController(), drainSeconds: 0, logger, flush: async () => {},
    });
    process.emit("SIGTERM", "SIGTERM");`;
  const { status, stdout, stderr } = spawnSync(execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  t.match({ status, stderr }, { status: 1, stderr: "" });
  t.match(stdout, /"level":50,.*"msg":"The server could not be closed in time\."/);
});

t.test("start: stores compiled modules before it ends; commands also run without a writable cache", async (t) => {
  const folder = t.testdir({ cache: {}, file: "" });
  const server = await startServer(t, {
    DATABASE_URL: await migratedDatabaseUrl(t),
    NODE_COMPILE_CACHE: join(folder, "cache"),
  });
  // The server already responds while it stores them.
  while ((await readdir(join(folder, "cache"), { recursive: true })).length <= 100) await setTimeout(50);
  await server.stop("SIGKILL");

  const outcome = await runCommand(["--help"], { NODE_COMPILE_CACHE: join(folder, "file") });
  t.match(outcome, { code: 0, stderr: "" });
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  t.test(`start: finishes running requests on ${signal} and exits with 0`, async (t) => {
    const server = await startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t) });
    const running = request(`${server.base}/api/user/register`, {
      method: "POST",
      headers: { "content-type": "application/json", expect: "100-continue" },
    });
    running.flushHeaders();
    await once(running, "continue");
    const stopped = server.stop(signal);
    const [response] = await once(running.end(JSON.stringify(registrationOf("Ann"))), "response");
    t.equal(response.statusCode, 201);
    t.equal(response.headers.connection, "close", "although the request began before the signal");
    response.resume();
    t.equal(await stopped, 0);
    const stops = [
      `${signal}: serving requests for 0 more seconds`,
      "finishing running requests, for at most 10 seconds",
      "stopped",
    ];
    const messages = [...server.output().matchAll(/"msg":"([^"]+)"/g)].map(([, message = ""]) => message);
    t.same(
      messages.filter((message) => stops.includes(message)),
      stops,
    );
    t.equal(messages.at(-1), "stopped");
  });
}

t.test("start --ephemeral: serves the fixtures and does not open the configured database", async (t) => {
  const folder = t.testdir();
  const server = await startServer(t, { DATABASE_URL: `sqlite:${folder}/real.db` }, ["--ephemeral"]);
  const send = sender(server.base);
  const { body } = await send("GET", "/__test__/fixtures");
  t.same(body, FIXTURES);
  const { key } = FIXTURES.accounts.administrator;
  t.equal((await send("GET", "/api/v1/users/4.json", { key })).status, 200);
  t.equal((await send("POST", "/__test__/reset")).status, 204);
  t.notOk(existsSync(`${folder}/real.db`));
});

t.test("migrate: creates the database, and says when it is up to date", async (t) => {
  const DATABASE_URL = await temporaryDatabaseUrl(t);
  const { code, stdout, stderr } = await runCommand(["migrate"], { DATABASE_URL });
  t.match({ code, stderr }, { code: 0, stderr: "" });
  t.match(stdout, /^Applied migrations: 0001-accounts.*\nThe database is up to date\.\n$/);
  t.same(await runCommand(["migrate"], { DATABASE_URL }), {
    code: 0,
    stdout: "The database is up to date.\n",
    stderr: "",
  });
});

t.test("migrate: names the migrations that an older database lacks, and the copy of an SQLite file", async (t) => {
  const DATABASE_URL = await temporaryDatabaseUrl(t);
  const names = Object.keys(migrations);
  const older = Object.fromEntries(Object.entries(migrations).slice(0, -2));
  const database = openDatabase(DATABASE_URL);
  await migrate(database, DATABASE_URL, older);
  await database.destroy();

  const { code, stdout, stderr } = await runCommand(["migrate"], { DATABASE_URL });
  t.match({ code, stderr }, { code: 0, stderr: "" });
  const lines = stdout.split("\n");
  const copied = DATABASE_URL.startsWith("sqlite:") ? lines.shift() : undefined;
  t.same(lines, [`Applied migrations: ${names.slice(-2).join(", ")}.`, "The database is up to date.", ""]);
  if (copied !== undefined) t.ok(existsSync(/^The previous database was copied to (.+)\.$/.exec(copied)?.[1] ?? ""));
});

t.test("user create: creates an account of the given level that can log in", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const args = ["user", "create", "--email", "ada@example.com", "--name", "Ada", "--level", "4", "--password-stdin"];
  const password = "correct horse\nbattery";
  t.match(await runCommand(args, { DATABASE_URL }, `${password}\n`), {
    code: 0,
    stdout: "Account 1 of level 4 was created for ada@example.com.\n",
    stderr: "",
  });
  const { base } = await startServer(t, { DATABASE_URL, CATALOGUE_WRITE_LEVEL: "4" });
  const token = await logIn(sender(base), { email: "ada@example.com", password });
  t.equal((await sender(base)("POST", "/api/products", { token, body: { name: "Lamp", price: 1 } })).status, 201);
  t.match(await runCommand(args, { DATABASE_URL }, password), { code: 1, stderr: "triptych: Email already exists\n" });
});

t.test(
  "user create: rejects input that violates the contract, and does not prompt for a password without a terminal",
  async (t) => {
    const DATABASE_URL = await migratedDatabaseUrl(t);
    const create = (email: string, name: string, password: string) =>
      runCommand(["user", "create", "--email", email, "--name", name, "--password-stdin"], { DATABASE_URL }, password);
    t.match(await create("ada", "Ada", "long enough"), {
      code: 1,
      stderr: "triptych: E-mail address must be an e-mail address.\n",
    });
    t.match(await create("ada@example.com", " ", "long enough"), { code: 1, stderr: /^triptych: Name must .+\.\n$/ });
    t.match(await create("ada@example.com", "Ada", "short"), {
      code: 1,
      stderr: "triptych: Password must have at least 8 characters.\n",
    });
    t.match(await create("ada@example.com", "Ada", "password123"), {
      code: 1,
      stderr: /^triptych: The password must not be one of the 10,000 most common passwords.+\.\n$/,
    });
    t.match(await runCommand(["user", "create", "--email", "ada@example.com", "--name", "Ada"], { DATABASE_URL }), {
      code: 2,
      stderr: /--password-stdin/,
    });
  },
);

t.test("user set-password: replaces the password, and rejects one that is easy to guess", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const { base } = await startServer(t, { DATABASE_URL });
  const ann = registrationOf("Ann");
  await sender(base)("POST", "/api/user/register", { body: ann });
  const set = (password: string) =>
    runCommand(["user", "set-password", "--email", ann.email, "--password-stdin"], { DATABASE_URL }, password);
  t.match(await set("short"), { code: 1, stderr: "triptych: Password must have at least 8 characters.\n" });
  t.match(await set("password123"), { code: 1, stderr: /most common passwords/ });
  t.match(await set("ann@example.com"), { code: 1, stderr: /e-mail address/ });
  t.match(await set("another long password\n"), {
    code: 0,
    stdout: "The password of ann@example.com is changed.\n",
    stderr: "",
  });
  t.ok(await logIn(sender(base), { email: ann.email, password: "another long password" }));
});

t.test("a reader that closes standard output early ends a command without an error", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const database = openDatabase(DATABASE_URL);
  t.teardown(() => database.destroy());
  await migrate(database, DATABASE_URL);
  const row = { locale: "en", password_hash: "x", registered_at: 0, created_at: 0, updated_at: 0, deleted_at: null };
  for (let batch = 0; batch < 5; batch++) {
    const rows = Array.from({ length: 1_000 }, (_, index) => {
      const email = `${batch * 1_000 + index}@example.com`;
      return { ...row, locale: "en" as const, email, email_key: email, name: "x".repeat(255) };
    });
    await database.insertInto("accounts").values(rows).execute();
  }
  const command = [execPath, ...PROGRAM, "user", "list"].join(" ");
  const { stdout, stderr } = spawnSync("sh", ["-c", `{ ${command}; echo $? >&2; } | head -1`], {
    cwd: ROOT,
    env: { PATH: env.PATH, DATABASE_URL },
    encoding: "utf8",
  });
  t.same({ stdout, stderr }, { stdout: "id\te-mail\tlevel\tstatus\tcreated\tname\n", stderr: "0\n" });
});

t.test("user unlock: the owner of an account can log in at once after many failed logins", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const send = sender((await startServer(t, { DATABASE_URL })).base);
  const ann = registrationOf("Ann");
  await send("POST", "/api/user/register", { body: ann });
  const attempt = async (password: string) =>
    (await send("POST", "/api/user/login", { body: { email: ann.email, password } })).status;
  const database = openDatabase(DATABASE_URL);
  t.teardown(() => database.destroy());
  const failure = { email_key: ann.email, network: "192.0.2.1", failed_at: Date.now() };
  const failures = Array.from({ length: 20 }, () => failure);
  await database.insertInto("failed_logins").values(failures).execute();
  t.equal(await attempt(ann.password), 429);

  t.match(await runCommand(["user", "unlock", "--email", "ANN@example.com"], { DATABASE_URL }), {
    code: 0,
    stdout: "The failed logins of ann@example.com are cleared.\n",
    stderr: "",
  });
  t.equal(await attempt(ann.password), 200);
  t.match(await runCommand(["user", "unlock", "--email", "nobody@example.com"], { DATABASE_URL }), {
    code: 1,
    stderr: "triptych: There is no account with the e-mail address nobody@example.com.\n",
  });
  t.match(await runCommand(["user", "unlock"], { DATABASE_URL }), { code: 2, stderr: /--email is required/ });
});

t.test("user reset-link: prints a link with which the owner can choose a new password", async (t) => {
  const settings = { DATABASE_URL: await migratedDatabaseUrl(t), BASE_URL: "https://triptych.example" };
  const user = ["user", "create", "--email", "ann@example.com", "--name", "Ann", "--password-stdin"];
  t.equal((await runCommand(user, settings, "a password for tests")).code, 0);
  const { code, stdout, stderr } = await runCommand(["user", "reset-link", "--email", "ANN@example.com"], settings);
  t.match({ code, stderr }, { code: 0, stderr: "" });
  const token = /^https:\/\/triptych\.example\/account\/reset-password\?token=([\w-]{27})\n$/.exec(stdout)?.[1] ?? "";
  const database = openDatabase(settings.DATABASE_URL);
  t.teardown(() => database.destroy());
  await passwordReset.getLink(database, Date.now, token);
  t.match(await runCommand(["user", "reset-link", "--email", "nobody@example.com"], settings), {
    code: 1,
    stderr: "triptych: There is no account with the e-mail address nobody@example.com.\n",
  });
  t.match(await runCommand(["user", "reset-link"], settings), { code: 2, stderr: /--email is required/ });
});

t.test("import: stores the bookmarks of a file, and rejects what it can't import", async (t) => {
  const settings = { DATABASE_URL: await migratedDatabaseUrl(t) };
  const email = "ann@example.com";
  const user = ["user", "create", "--email", email, "--name", "Ann", "--password-stdin"];
  t.equal((await runCommand(user, settings, "a password for tests")).code, 0);
  const file = join(
    t.testdir({ "list.csv": "url,folder\nhttps://example.com/,A/B\nnothing,C\n", "empty.txt": "" }),
    "list.csv",
  );
  const run = (...args: string[]) => runCommand(["import", ...args], settings);
  t.match(await run(file, "--email", email), {
    code: 0,
    stdout: "Imported 1 bookmark and created 2 collections.\n",
    stderr: "",
  });
  t.match(await run(file, "--email", email, "--into", "1"), {
    code: 0,
    stdout: "Imported 0 bookmarks and created 0 collections. Skipped 1 link saved before.\n",
  });
  t.match(await run(file, "--email", email, "--into", "4711"), { code: 1, stderr: /no collection/ });
  t.match(await run(join(file, "../empty.txt"), "--email", email), { code: 1, stderr: /no bookmarks/ });
  t.match(await run("missing", "--email", email), { code: 1, stderr: /no such file/ });
  const [large, largest] = [join(file, "../large"), join(file, "../largest")];
  for (const [path, bytes] of [
    [large, 256 * 1024 * 1024 + 1],
    [largest, 256 * 1024 * 1024],
  ] as const) {
    await writeFile(path, "");
    await truncate(path, bytes);
  }
  t.match(await run(large, "--email", email), {
    code: 1,
    stderr: "triptych: The file is larger than 256 MiB.\n",
  });
  t.notMatch((await run(largest, "--email", "bob@example.com")).stderr, /larger/);
  t.match(await run(file, "--email", "bob@example.com"), { code: 1, stderr: /no account/ });
});

t.test("key create, key list and key revoke: a key works until it is revoked", async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  const ada = ["--email", "ada@example.com"];
  const run = (...args: string[]) => runCommand(args, { DATABASE_URL }, "correct horse battery");
  await run("user", "create", ...ada, "--name", "Ada", "--password-stdin");

  const created = await run("key", "create", "--email", "ADA@example.com", "--name", "Sync", "--expires-in-days", "30");
  t.match(created, { code: 0, stderr: "", stdout: /^trip_[0-9a-v]{39}\n$/ }, "only the key");
  const key = created.stdout.trim();
  t.match(await run("key", "create", ...ada, "--name", "Sync"), {
    code: 1,
    stderr: /There is already a key with this name/,
  });
  t.match(await run("key", "create", ...ada, "--name", " "), { code: 1, stderr: /its name must have 1 to 100/ });

  const { base } = await startServer(t, { DATABASE_URL });
  const tryKey = async () => (await sender(base)("GET", "/api/v1/users/1.json", { key })).status;
  t.equal(await tryKey(), 200);
  t.match(
    (await run("key", "list", ...ada)).stdout,
    new RegExp(`${key.slice(0, 13)}\\t2.+Z\\t2.+:00\\.000Z\\t2.+Z\\teverything\\tSync\\n$`),
  );

  const colored = "\u001b[31mRed\nline\u009b1m\u202eder\u2066\u2028x";
  await run("key", "create", ...ada, "--name", colored);
  t.match((await run("key", "list", ...ada)).stdout, /\t\ufffd\[31mRed\ufffdline\ufffd1m\ufffdder\ufffd\ufffdx\n/);
  const { stdout: json } = await run("key", "list", ...ada, "--json");
  t.match(json, '"\\u001b[31mRed\\nline\\u009b1m\\u202eder\\u2066\\u2028x"');
  t.equal(JSON.parse(json)[0].name, colored);
  await run("key", "revoke", ...ada, "--name", colored, "--yes");

  for (const days of [1, 3650]) {
    await run("key", "create", ...ada, "--name", "Timed", "--expires-in-days", `${days}`);
    const [, created = "", expires = ""] =
      /\t(\S+)\tnever\t(\S+)\teverything\tTimed\n/.exec((await run("key", "list", ...ada)).stdout) ?? [];
    t.equal(Math.round((Date.parse(expires) - Date.parse(created)) / (24 * 60 * 60 * 1000)), days);
    await run("key", "revoke", ...ada, "--name", "Timed", "--yes");
  }

  t.match(await run("key", "revoke", ...ada, "--name", "Other"), {
    code: 1,
    stderr: 'triptych: ada@example.com has no key named Other. "key list" lists its keys.\n',
  });
  t.match(await run("key", "revoke", ...ada, "--name", "Sync"), { code: 2, stderr: /Use --yes/ });
  t.equal(await tryKey(), 200);
  t.match(await run("key", "revoke", ...ada, "--name", "Sync", "--yes"), {
    code: 0,
    stdout: `The key ${key.slice(0, 13)}… of ada@example.com is revoked.\n`,
  });
  t.equal(await tryKey(), 401, "immediately, although another process revoked it");
  t.equal(
    (await run("key", "list", ...ada)).stdout,
    "prefix\tcreated\tlast used\texpires\tscopes\tname\n",
    "only the heading",
  );
  t.match(await run("key", "list", "--email", "bob@example.com"), { code: 1, stderr: /There is no account/ });
});
