import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import type { Test } from "tap";
import { postgresBin, runAsPostgres } from "../../harness/postgres.ts";
import { freePort } from "../../src/base/free-port.ts";
import { asRoot, run } from "./run.ts";

/** What the image of PostgreSQL reads from its environment. */
export interface ClusterOptions {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** A PostgreSQL server of a test. */
export interface PostgresServer {
  readonly port: number;
  /** Kills it, like a crash. */
  readonly stop: () => Promise<void>;
  /** Starts it again. */
  readonly start: () => Promise<void>;
}

/** Starts PostgreSQL with a superuser who needs a password. Returns its port on 127.0.0.1. */
export async function startPostgres(t: Test, options: ClusterOptions): Promise<number> {
  return (await startPrimary(t, options)).port;
}

/** Like `startPostgres`; returns the server. */
export async function startPrimary(t: Test, { user, password, database }: ClusterOptions): Promise<PostgresServer> {
  const folder = await createFolder(t);
  const [data, secret] = [join(folder, "data"), join(folder, "password")];
  await writeFile(secret, password, { mode: 0o644 });
  await run(
    runAsPostgres([
      ...[`${postgresBin()}/initdb`, "-D", data, "-U", user, "--pwfile", secret, "-A", "scram-sha-256"],
      ...["-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
    ]),
    { cwd: "/" },
  );
  const server = await serve(t, data, user);
  await run([`${postgresBin()}/createdb`, ...serverOptions(server.port, user), database], {
    env: { PGPASSWORD: password },
  });
  return server;
}

/** Copies a server that runs, and starts the copy as its streaming standby. */
export async function startStandby(
  t: Test,
  primary: PostgresServer,
  { user, password }: Pick<ClusterOptions, "user" | "password">,
): Promise<PostgresServer> {
  const data = join(await createFolder(t), "data");
  await run(
    runAsPostgres([
      ...[`${postgresBin()}/pg_basebackup`, "-D", data, ...serverOptions(primary.port, user)],
      ...["--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--wal-method=stream"],
    ]),
    { cwd: "/", env: { ...env, PGPASSWORD: password } },
  );
  return serve(t, data, user);
}

async function createFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-postgres-"));
  await chmod(folder, 0o777);
  t.teardown(() => run(asRoot(["rm", "-rf", folder])));
  return folder;
}

/** Runs a server with this data until the test ends. */
async function serve(t: Test, data: string, user: string): Promise<PostgresServer> {
  const bin = postgresBin();
  const port = await freePort();
  const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"].flatMap((flag) => ["-c", flag]);
  const [program = "", ...args] = runAsPostgres([`${bin}/postgres`, "-D", data, "-p", String(port), ...flags]);
  let ended: Promise<unknown> | undefined;
  const start = async () => {
    ended = once(spawn(program, args, { cwd: "/", stdio: "ignore" }), "close");
    await run([
      "bash",
      "-c",
      'until "$0" "$@"; do sleep 0.1; done',
      `${bin}/pg_isready`,
      "-q",
      ...serverOptions(port, user),
    ]);
  };
  const stop = async () => {
    if (ended === undefined) return;
    await run(runAsPostgres([`${bin}/pg_ctl`, "-D", data, "-m", "immediate", "stop"]), { cwd: "/" });
    await ended;
    ended = undefined;
  };
  t.teardown(stop);
  await start();
  return { port, start, stop };
}

function serverOptions(port: number, user: string): readonly string[] {
  return ["-h", "127.0.0.1", "-p", String(port), "-U", user];
}
