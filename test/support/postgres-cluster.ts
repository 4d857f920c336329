import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getuid } from "node:process";
import type { Test } from "tap";
import { freePort } from "../../src/testing/free-port.ts";
import { asRoot, run } from "./run.ts";

/** What the image of PostgreSQL reads from its environment. */
export interface ClusterOptions {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Starts PostgreSQL with a superuser who needs a password. Returns its port on 127.0.0.1. */
export async function startPostgres(t: Test, { user, password, database }: ClusterOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-postgres-"));
  await chmod(folder, 0o777);
  t.teardown(() => run(asRoot(["rm", "-rf", folder])));
  const bin = (await run(["bash", "-c", "ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1"])).trim();
  const [data, secret] = [join(folder, "data"), join(folder, "password")];
  await writeFile(secret, password, { mode: 0o644 });
  await run(
    asPostgres([
      ...[`${bin}/initdb`, "-D", data, "-U", user, "--pwfile", secret, "-A", "scram-sha-256"],
      ...["-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
    ]),
    { cwd: "/" },
  );
  const port = await freePort();
  const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"].flatMap((flag) => ["-c", flag]);
  const [program = "", ...args] = asPostgres([`${bin}/postgres`, "-D", data, "-p", String(port), ...flags]);
  const child = spawn(program, args, { cwd: "/", stdio: "ignore" });
  const ended = once(child, "close");
  t.teardown(async () => {
    await run(asPostgres([`${bin}/pg_ctl`, "-D", data, "-m", "immediate", "stop"]), { cwd: "/" });
    await ended;
  });
  const server = ["-h", "127.0.0.1", "-p", String(port), "-U", user];
  await run(["bash", "-c", 'until "$0" "$@"; do sleep 0.1; done', `${bin}/pg_isready`, "-q", ...server]);
  await run([`${bin}/createdb`, ...server, database], { env: { PGPASSWORD: password } });
  return port;
}

/** PostgreSQL refuses to run as root. */
function asPostgres(command: readonly string[]): readonly string[] {
  return getuid?.() === 0 ? ["runuser", "-u", "postgres", "--", ...command] : command;
}
