import { randomBytes, randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { fill, type Values } from "../../harness/cluster-files.ts";
import { isOk } from "../../harness/reachable.ts";
import type { Service } from "../../harness/services.ts";
import type { Server } from "../faults/setups.ts";
import * as machine from "./machine.ts";

/** What runs on one of the two machines with a server. */
export interface Node {
  readonly etcd: Service;
  readonly postgres: machine.PostgresNode;
  readonly pooler: Service;
  readonly proxy: Service;
  readonly server: Server;
}

/** The setup of docs/cluster.md, on one machine. */
export interface Cluster {
  readonly folder: string;
  readonly nodes: readonly [Node, Node];
  readonly redis: Service;
}

const ROLE_TIMEOUT_MS = 120_000;

/**
 * Starts everything. `onStep` receives what is started next. When this process exits, everything is killed and the data
 * deleted.
 */
export async function startCluster(onStep: (step: string) => void): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "triptych-cluster-"));
  chmodSync(folder, 0o755);
  const values = createValues();
  const a = machine.createMachine("A", join(folder, "a"), values);
  const b = machine.createMachine("B", join(folder, "b"), values);
  const c = machine.createMachine("C", join(folder, "c"), values);
  process.once("exit", () => {
    for (const { folder } of [a, b]) machine.killPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  });

  onStep("etcd and Redis");
  const [etcdA, etcdB] = await Promise.all([machine.startEtcd(a), machine.startEtcd(b), machine.startEtcd(c)]);
  const redis = await machine.startRedis(c);
  onStep("PostgreSQL and its standby");
  const postgresA = await machine.startPostgres(a);
  await untilPrimary(postgresA);
  const postgresB = await machine.startPostgres(b);
  await untilSynchronous(postgresB);
  await createDatabase(a.address, values);
  onStep("PgBouncer, HAProxy and the servers");
  const startRest = async (own: machine.Machine) => ({
    proxy: await machine.startProxy(own),
    pooler: await machine.startPooler(own),
    server: machine.createServer(own),
  });
  const restA = await startRest(a);
  const restB = await startRest(b);
  // One after the other, because the first one migrates the database.
  await restA.server.start();
  await restB.server.start();
  // HAProxy responds with 503 until its first check of a server has passed.
  for (const { proxy } of [restA, restB])
    await until(() => isOk(`${proxy.url}/health/ready`), `${proxy.name} found no server.`);

  return {
    folder,
    nodes: [
      { etcd: etcdA, postgres: postgresA, ...restA },
      { etcd: etcdB, postgres: postgresB, ...restB },
    ],
    redis,
  };
}

/** Waits until a PostgreSQL accepts writes. Throws after two minutes. */
export async function untilPrimary({ name, isPrimary }: machine.PostgresNode): Promise<void> {
  await until(isPrimary, `${name} did not become the primary.`);
}

/** Waits until a PostgreSQL is a standby that has every acknowledged write. Throws after two minutes. */
export async function untilSynchronous({ name, isSynchronous }: machine.PostgresNode): Promise<void> {
  await until(isSynchronous, `${name} did not become the synchronous standby.`);
}

async function until(isSo: () => Promise<boolean>, problem: string): Promise<void> {
  const deadline = performance.now() + ROLE_TIMEOUT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(problem);
    await setTimeout(100);
  }
}

/** Random loopback addresses, so that several clusters may run, and random passwords. */
function createValues(): Values {
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const password = () => randomBytes(12).toString("hex");
  return {
    A: `${network}.11`,
    B: `${network}.12`,
    C: `${network}.13`,
    DATABASE_PASSWORD: password(),
    REPLICATION_PASSWORD: password(),
    SUPERUSER_PASSWORD: password(),
    PATRONI_PASSWORD: password(),
    REDIS_PASSWORD: password(),
    DOMAIN: "localhost",
  };
}

async function createDatabase(host: string, values: Values): Promise<void> {
  const client = new pg.Client({ host, port: 5432, user: "postgres", password: values.SUPERUSER_PASSWORD ?? "" });
  await client.connect();
  // One statement at a time: a database can't be created in a transaction.
  const statements = fill("database.sql", values)
    .replace(/^--.*$/gm, "")
    .split(";");
  for (const statement of statements) if (statement.trim() !== "") await client.query(statement);
  await client.end();
}
