import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t, { type Test } from "tap";
import { ROOT, startServer } from "../../harness/server-process.ts";
import { freePort } from "../../src/base/free-port.ts";
import { FOLDER, readServices, type Service } from "../support/compose.ts";
import { startPostgres } from "../support/postgres-cluster.ts";
import { run } from "../support/run.ts";

const PASSWORDS = { POSTGRES_PASSWORD: "5d1f0a7c2b9e4836", REDIS_PASSWORD: "8e3b6d9f1c4a7520" };

const withPostgres = await readServices(t, await fillExample(PASSWORDS));

t.test("compose.yaml has one service and one volume, and needs no settings", async (t) => {
  const services = await readServices(t);
  t.same(Object.keys(services), ["triptych"]);
  const { triptych = {} } = services;
  t.equal(triptych.image, "localhost/triptych");
  t.equal(triptych.environment?.BASE_URL, "http://localhost:3000");
  t.same(triptych.volumes, ["data:/data:rw"]);
  t.match(triptych.environment?.BACKUP_TO, /^\/data\//);
  await assertHardened(t, triptych);
});

t.test("compose.postgres.yaml is rejected without passwords, and has none of its own", async (t) => {
  await t.rejects(readServices(t, "COMPOSE_FILE=compose.yaml:compose.postgres.yaml"), /set BASE_URL/);
  await t.rejects(readServices(t, await fillExample({})), /set POSTGRES_PASSWORD/);
  await t.rejects(readServices(t, await fillExample({ ...PASSWORDS, REDIS_PASSWORD: "" })), /set REDIS_PASSWORD/);
});

t.test("compose.postgres.yaml adds a folder of the image for backups, and publishes only the server", async (t) => {
  const { triptych = {}, postgres = {}, redis = {} } = withPostgres;
  t.equal(triptych.image, "ghcr.io/OWNER/triptych:1.2");
  t.ok(triptych.volumes?.includes(`backups:${triptych.environment?.BACKUP_TO}:rw`));
  await assertHardened(t, triptych);
  t.notOk(postgres.ports ?? redis.ports);
});

t.test("the programs of compose.postgres.yaml work together with its settings", async (t) => {
  const { triptych = {}, postgres = {}, redis = {} } = withPostgres;
  const { POSTGRES_USER = "", POSTGRES_PASSWORD = "", POSTGRES_DB = "" } = postgres.environment ?? {};
  const postgresPort = await startPostgres(t, {
    user: POSTGRES_USER,
    password: POSTGRES_PASSWORD,
    database: POSTGRES_DB,
  });
  const redisPort = await startRedis(t, redis);
  await run(checkOf(postgres), { env: { PATH: process.env.PATH, PGHOST: "127.0.0.1", PGPORT: String(postgresPort) } });

  const folder = await mkdtemp(join(tmpdir(), "triptych-compose-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const settings = Object.entries(triptych.environment ?? {}).map(([name, value]): [string, string] => [
    name,
    value
      .replace("@postgres/", `@127.0.0.1:${postgresPort}/`)
      .replace(/@redis$/, `@127.0.0.1:${redisPort}`)
      .replace("/backups", folder),
  ]);
  const [command, ...args] = triptych.command ?? [];
  t.equal(command, "start");
  const server = await startServer({ settings: Object.fromEntries(settings), args });
  t.teardown(() => server.stop("SIGKILL"));
  const ready = await fetch(`${server.base}/health/ready`);
  t.equal(ready.status, 200);
  t.match(await ready.json(), { status: "ok", missing: [] });
  t.equal(await server.stop(), 0);
});

/** Checks that a server has the user and the folders of the image, no privileges, and only local ports. */
async function assertHardened(t: Test, service: Service): Promise<void> {
  const { user, volumes = [], read_only, cap_drop, security_opt, ports } = service;
  const image = await readFile(join(ROOT, "deploy/container/Containerfile"), "utf8");
  t.match(image, `\nUSER ${user}\n`);
  for (const volume of volumes) t.match(image, `--chown=${user} /out${volume.split(":")[1]} `);
  t.equal(read_only, true);
  t.same(cap_drop, ["ALL"]);
  t.same(security_opt, ["no-new-privileges:true"]);
  t.match(ports, [/^127\.0\.0\.1:/]);
}

/** `.env.example` with its commented lines, and with these values. */
async function fillExample(values: Readonly<Record<string, string>>): Promise<string> {
  const example = await readFile(join(FOLDER, ".env.example"), "utf8");
  return example.replaceAll(/^#?([A-Z_]+)=(.*)$/gm, (_, name, value) => `${name}=${values[name] ?? value}`);
}

/** Starts Redis as the service does, and waits until the service's health check passes. */
async function startRedis(t: Test, service: Service): Promise<number> {
  const port = await freePort();
  const [program = "", ...args] = service.command ?? [];
  const child = spawn(program, [...args, "--port", String(port), "--bind", "127.0.0.1"], { stdio: "ignore" });
  const ended = once(child, "close");
  t.teardown(async () => {
    child.kill();
    await ended;
  });
  const check = checkOf(service).map((part) => part.replace("redis-cli", `redis-cli -p ${port}`));
  const env = { PATH: process.env.PATH, ...service.environment };
  await run(["bash", "-c", 'until "$@"; do sleep 0.1; done', "until", ...check], { env });
  return port;
}

/** The command of a health check. */
function checkOf({ healthcheck }: Service): readonly string[] {
  const [kind, ...command] = healthcheck?.test ?? [];
  return kind === "CMD-SHELL" ? ["sh", "-c", ...command] : command;
}
