import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import t, { type Test } from "tap";
import { freePort } from "../../src/free-port.ts";
import { startPostgres } from "../support/postgres-cluster.ts";
import { run } from "../support/run.ts";
import { ROOT, startServer } from "../support/server-process.ts";

const FOLDER = join(ROOT, "deploy/compose");
const PASSWORDS = { POSTGRES_PASSWORD: "5d1f0a7c2b9e4836", REDIS_PASSWORD: "8e3b6d9f1c4a7520" };

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly user?: string;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly ports?: readonly string[];
}

t.test("compose.yaml is rejected without passwords, and has none of its own", async (t) => {
  await t.rejects(compose(t, ""), /set BASE_URL|set POSTGRES_PASSWORD|set REDIS_PASSWORD/);
  const example = await readFile(join(FOLDER, ".env.example"), "utf8");
  await t.rejects(compose(t, example), /set POSTGRES_PASSWORD|set REDIS_PASSWORD/);
});

t.test("compose.yaml uses the user and the folders of the image, and publishes only the server", async (t) => {
  const { triptych = {}, postgres = {}, redis = {} } = await filledServices(t);
  const image = await readFile(join(ROOT, "deploy/container/Containerfile"), "utf8");
  t.match(image, `\nUSER ${triptych.user}\n`);
  for (const volume of triptych.volumes ?? []) t.match(image, `--chown=${triptych.user} /out${volume.split(":")[1]} `);
  t.equal(triptych.environment?.BACKUP_TO, triptych.volumes?.[1]?.split(":")[1]);
  t.equal(triptych.read_only, true);
  t.same(triptych.cap_drop, ["ALL"]);
  t.match(triptych.ports, [/^127\.0\.0\.1:/]);
  t.notOk(postgres.ports ?? redis.ports);
});

t.test("the programs of compose.yaml work together with its settings", async (t) => {
  const { triptych = {}, postgres = {}, redis = {} } = await filledServices(t);
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

/** The services of `docker-compose config` with passwords. */
async function filledServices(t: Test): Promise<Readonly<Record<string, Service>>> {
  const example = await readFile(join(FOLDER, ".env.example"), "utf8");
  const lines = example.split("\n").map((line) => {
    const [name = ""] = line.split("=");
    const password = Object.entries(PASSWORDS).find(([variable]) => variable === name)?.[1];
    return password === undefined ? line : `${name}=${password}`;
  });
  return compose(t, lines.join("\n"));
}

/** The services of `docker-compose config` with a file of settings. */
async function compose(t: Test, environment: string): Promise<Readonly<Record<string, Service>>> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-env-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, ".env"), environment);
  const files = ["--env-file", join(folder, ".env"), "--file", join(FOLDER, "compose.yaml")];
  const config = await run(["docker-compose", ...files, "config"], { env: { PATH: process.env.PATH } });
  // docker-compose has checked it against the schema of Compose files.
  return (load(config) as { services: Readonly<Record<string, Service>> }).services;
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
