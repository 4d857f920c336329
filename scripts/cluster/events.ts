import { setTimeout } from "node:timers/promises";
import { type Cluster, type Node, untilPrimary, untilSynchronous } from "./cluster.ts";

/** Something that happens to the cluster while clients write. */
export interface Event {
  readonly name: string;
  /** Whether the short check includes it. */
  readonly isShort: boolean;
  /** Whether no request may fail during it. */
  readonly isSeamless: boolean;
  /** Causes the event, and ends it, such as by starting again what was killed. */
  readonly cause: (cluster: Cluster) => Promise<void>;
  /** The URLs to which clients send requests; those of both machines unless given. */
  readonly bases?: (cluster: Cluster) => readonly string[];
}

const REDIS_STOPPED_MS = 5_000;

export const EVENTS: readonly Event[] = [
  {
    name: "nothing happens",
    isShort: false,
    isSeamless: true,
    cause: () => setTimeout(5_000),
  },
  {
    name: "a server is killed",
    isShort: true,
    isSeamless: false,
    async cause({ nodes: [, { server }] }) {
      await server.kill();
      await setTimeout(2_000);
      await server.start();
    },
  },
  {
    name: "the primary is killed, with its Patroni",
    isShort: true,
    isSeamless: false,
    async cause(cluster) {
      const { primary, standby } = await rolesOf(cluster);
      await primary.postgres.kill();
      await untilPrimary(standby.postgres);
      await setTimeout(3_000);
      await primary.postgres.start();
      await untilSynchronous(primary.postgres);
    },
  },
  {
    name: "the primary crashes, and its Patroni does not",
    isShort: false,
    isSeamless: false,
    async cause(cluster) {
      const { primary, standby } = await rolesOf(cluster);
      await primary.postgres.crash();
      await untilPrimary(standby.postgres);
      await untilSynchronous(primary.postgres);
    },
  },
  {
    name: "the standby is killed, with its Patroni",
    isShort: false,
    isSeamless: false,
    async cause(cluster) {
      const { standby } = await rolesOf(cluster);
      await standby.postgres.kill();
      await setTimeout(25_000);
      await standby.postgres.start();
      await untilSynchronous(standby.postgres);
    },
  },
  {
    name: "the primary and the standby change places",
    isShort: false,
    isSeamless: false,
    async cause(cluster) {
      const { primary, standby } = await rolesOf(cluster);
      await switchTo(standby, primary);
    },
  },
  {
    name: "the machine with the primary is killed",
    isShort: false,
    isSeamless: false,
    bases: ({ nodes: [a] }) => [a.proxy.url],
    async cause(cluster) {
      const [a, b] = cluster.nodes;
      if (!(await b.postgres.isPrimary())) await switchTo(b, a);
      await Promise.all([b.etcd, b.postgres, b.pooler, b.proxy, b.server].map((service) => service.kill()));
      await untilPrimary(a.postgres);
      await setTimeout(3_000);
      for (const service of [b.etcd, b.postgres, b.pooler, b.proxy, b.server]) await service.start();
      await untilSynchronous(b.postgres);
    },
  },
  {
    name: "Redis is stopped",
    isShort: true,
    isSeamless: false,
    async cause({ redis }) {
      await redis.kill();
      await setTimeout(REDIS_STOPPED_MS);
      await redis.start();
    },
  },
  {
    name: "the servers are restarted, one after the other",
    isShort: true,
    isSeamless: true,
    async cause({ nodes }) {
      for (const { server } of nodes) {
        await server.stop();
        await server.start();
        // HAProxy sends requests to it again after its next check.
        await setTimeout(4_000);
      }
    },
  },
];

async function switchTo(standby: Node, primary: Node): Promise<void> {
  await standby.postgres.takeOver();
  await untilPrimary(standby.postgres);
  await untilSynchronous(primary.postgres);
}

async function rolesOf({ nodes: [a, b] }: Cluster): Promise<{ primary: Node; standby: Node }> {
  return (await a.postgres.isPrimary()) ? { primary: a, standby: b } : { primary: b, standby: a };
}
