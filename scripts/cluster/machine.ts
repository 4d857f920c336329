import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { fill, parseEnvironment, replace, store, type Values } from "../../harness/cluster-files.ts";
import { postgresBin, runAsPostgres } from "../../harness/postgres.ts";
import { isListening, isOk } from "../../harness/reachable.ts";
import { type Service, signal, startService } from "../../harness/services.ts";
import { SERVER_SETTINGS, Server } from "../faults/setups.ts";

/** Clients send requests to this port, without TLS. */
const HTTP_PORT = 8080;

/** Seconds in which HAProxy notices that a server stops; it checks twice a second. */
const DRAIN_SECONDS = "5";

const LOOPBACK = "127.0.0.0/8";

const PATH = `${env.PATH}:/usr/sbin:/sbin`;

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
      env: { PATH },
    });
    return status !== 0;
  });
  const packages = missing.map(([, name]) => name);
  if (globSync("/usr/lib/postgresql/*/bin/postgres").length === 0) packages.push("postgresql");
  if (packages.length > 0) throw new Error(`Install the missing packages: apt-get install ${packages.join(" ")}`);
}

/** What runs on the machines a, b and c of docs/cluster.md. Each has a loopback address, and Debian's default ports. */
export interface Machine {
  readonly name: string;
  /** The folder with configuration, data and logs. */
  readonly folder: string;
  readonly address: string;
  readonly values: Values;
}

/** Creates the folder of a machine. `values` are those of all machines. */
export function createMachine(name: "A" | "B" | "C", folder: string, values: Values): Machine {
  const address = values[name];
  if (address === undefined) throw new Error(`Machine ${name} has no address.`);
  mkdirSync(folder);
  // PostgreSQL and PgBouncer may run as another user.
  chmodSync(folder, 0o777);
  return { name, folder, address, values: { ...values, NAME: name.toLowerCase(), SELF: address } };
}

/** Starts the member of etcd. It is ready once there are two, so start them together. */
export async function startEtcd({ name, folder, address, values }: Machine): Promise<Service> {
  const variables = parseEnvironment(fill("etcd.env", values));
  return startService({
    name: `etcd ${name}`,
    url: `http://${address}:2379`,
    command: ["etcd"],
    env: { PATH, ...variables, ETCD_DATA_DIR: join(folder, "etcd") },
    folder: join(folder, "etcd"),
    logFile: join(folder, "etcd.log"),
    isReady: () => isOk(`http://${address}:2379/health`),
  });
}

/** Starts Redis. */
export async function startRedis({ folder, address, values }: Machine): Promise<Service> {
  const file = store(join(folder, "redis.conf"), `dir ${folder}\n${fill("redis.conf", values)}`);
  return startService({
    name: "Redis",
    url: `redis://${address}:6379`,
    command: ["redis-server", file],
    folder: file,
    logFile: join(folder, "redis.log"),
    isReady: () => isListening(address, 6379),
  });
}

/** PostgreSQL with Patroni on one machine. */
export interface PostgresNode extends Service {
  /** Kills PostgreSQL alone. */
  readonly crash: () => Promise<void>;
  /** Whether this one accepts writes. */
  readonly isPrimary: () => Promise<boolean>;
  /** Makes this one the primary in place of the other one, as an administrator does before maintenance. */
  readonly takeOver: () => Promise<void>;
  /** Whether this one is a standby that has every acknowledged write. */
  readonly isSynchronous: () => Promise<boolean>;
}

/** Starts Patroni, which starts PostgreSQL. */
export async function startPostgres({ name, folder, address, values }: Machine): Promise<PostgresNode> {
  const data = join(folder, "postgres");
  const file = store(
    join(folder, "patroni.yml"),
    replace(fill("patroni.yml", values), {
      "/var/lib/postgresql/15/triptych": data,
      "/usr/lib/postgresql/15/bin": postgresBin(),
      "/var/lib/postgresql/pgpass-patroni": join(folder, "pgpass"),
      "unix_socket_directories: /var/run/postgresql": "unix_socket_directories: ''",
      // Connections to other loopback addresses come from 127.0.0.1.
      [`${values.A}/32`]: LOOPBACK,
      [`${values.B}/32`]: LOOPBACK,
    }),
  );
  const api = `http://${address}:8008`;
  const service = await startService({
    name: `Patroni ${name}`,
    url: api,
    command: runAsPostgres(["patroni", file]),
    env: { PATH, LC_ALL: "C.UTF-8" },
    folder,
    logFile: join(folder, "patroni.log"),
    isReady: () => isOk(`${api}/liveness`),
  });
  async function kill(): Promise<void> {
    await service.kill();
    killPostgres(folder);
  }
  return {
    ...service,
    kill,
    crash: async () => killPostgres(folder),
    async takeOver() {
      const { NAME, PATRONI_PASSWORD } = values;
      const authorization = `Basic ${Buffer.from(`patroni:${PATRONI_PASSWORD}`).toString("base64")}`;
      const body = JSON.stringify({ leader: NAME === "a" ? "b" : "a", candidate: NAME });
      const response = await fetch(`${api}/switchover`, { method: "POST", headers: { authorization }, body });
      if (!response.ok) throw new Error(`Patroni rejects the switchover: ${await response.text()}`);
    },
    isPrimary: () => isOk(`${api}/primary`),
    isSynchronous: () => isOk(`${api}/synchronous`),
  };
}

/** Starts PgBouncer. */
export async function startPooler({ name, folder, address, values }: Machine): Promise<Service> {
  const users = store(join(folder, "userlist.txt"), fill("userlist.txt", values));
  const file = store(
    join(folder, "pgbouncer.ini"),
    replace(fill("pgbouncer.ini", values), {
      "/etc/pgbouncer/userlist.txt": users,
      "/var/log/postgresql/pgbouncer.log": join(folder, "pgbouncer.log"),
      "/var/run/postgresql/pgbouncer.pid": join(folder, "pgbouncer.pid"),
    }),
  );
  return startService({
    name: `PgBouncer ${name}`,
    url: values.DATABASE_URL ?? "",
    command: runAsPostgres(["pgbouncer", "-q", file]),
    env: { PATH },
    folder: file,
    logFile: join(folder, "pgbouncer.out"),
    isReady: () => isListening(address, 6432),
  });
}

/** Starts HAProxy without TLS. Its URL is that for clients. */
export async function startProxy({ name, folder, address, values }: Machine): Promise<Service> {
  const file = store(
    join(folder, "haproxy.cfg"),
    replace(fill("haproxy.cfg", values), {
      "  log /dev/log local0\n  user haproxy\n  group haproxy\n  chroot /var/lib/haproxy\n": "",
      "  bind :80\n": "",
      "bind :443 ssl crt /etc/haproxy/triptych.pem alpn h2,http/1.1": `bind ${address}:${HTTP_PORT}`,
      "  http-request redirect scheme https code 308 unless { ssl_fc }\n": "",
    }),
  );
  const url = `http://${address}:${HTTP_PORT}`;
  return startService({
    name: `HAProxy ${name}`,
    url,
    command: ["haproxy", "-db", "-f", file],
    env: { PATH },
    folder: file,
    logFile: join(folder, "haproxy.log"),
    isReady: () => isListening(address, HTTP_PORT),
  });
}

/** The server of a machine, which is not started. */
export function createServer({ values }: Machine): Server {
  const settings = parseEnvironment(fill("triptych.env", values));
  return new Server(3000, {
    ...SERVER_SETTINGS,
    ...settings,
    DRAIN_SECONDS,
    TRUST_PROXY: LOOPBACK,
    BASE_URL: `http://${values.A}:${HTTP_PORT}`,
  });
}

/** Kills the PostgreSQL of a machine: Patroni starts it so that it does not end with Patroni. */
export function killPostgres(folder: string): void {
  const lockFile = join(folder, "postgres/postmaster.pid");
  if (existsSync(lockFile)) signal(Number(readFileSync(lockFile, "utf8").split("\n", 1)[0]), "SIGKILL");
}
