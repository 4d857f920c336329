import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { dirname } from "node:path";
import { env, getuid } from "node:process";

/** The programs of the cluster, and Debian's packages that contain them. */
const PACKAGES = {
  etcd: "etcd-server",
  patroni: "patroni",
  pgbouncer: "pgbouncer",
  haproxy: "haproxy",
  "redis-server": "redis-server",
  runuser: "util-linux",
};

/** Throws unless all programs are installed. */
export function assertInstalled(): void {
  const missing = Object.entries(PACKAGES).filter(([program]) => {
    const { status } = spawnSync("sh", ["-c", 'command -v "$0"', program], {
      env: { PATH: `${env.PATH}:/usr/sbin:/sbin` },
    });
    return status !== 0;
  });
  const packages = missing.map(([, name]) => name);
  if (globSync("/usr/lib/postgresql/*/bin/postgres").length === 0) packages.push("postgresql");
  if (packages.length > 0) throw new Error(`Install the missing packages: apt-get install ${packages.join(" ")}`);
}

/** The folder with the programs of the newest PostgreSQL. */
export function postgresBin(): string {
  const [newest] = globSync("/usr/lib/postgresql/*/bin/postgres").sort().toReversed();
  if (newest === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql.");
  return dirname(newest);
}

/** PostgreSQL and PgBouncer do not run as root: then they run as the user `postgres`. */
export function runAsPostgres(command: readonly string[]): readonly string[] {
  return getuid?.() === 0 ? ["runuser", "-u", "postgres", "--", ...command] : command;
}
