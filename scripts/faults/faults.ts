import { setTimeout } from "node:timers/promises";
import type { Server, Setup } from "./setups.ts";
import { breakFsync, simulateFullDisk } from "./system-calls.ts";

/** Something that goes wrong while clients write. */
export interface Fault {
  readonly name: string;
  /** Whether the fault is possible in the setup. */
  readonly fits: (setup: Setup) => boolean;
  /** Causes the fault, and ends it. */
  readonly cause: (setup: Setup) => Promise<void>;
  /**
   * Set if the fault changes the servers' clock. Idempotency keys may then expire, so a retry may
   * create a second object: writers must not retry creations.
   */
  readonly movesClock?: true;
}

const DISK_FAULT_MS = 3_000;

/** Longer than the server's timeouts for connections, shorter than its timeout for statements (30 s). */
const FREEZE_MS = 8_000;

const CLOCK_FAULT_MS = 3_000;

const JUMP_DAYS = 400;

const always = () => true;

export const FAULTS: readonly Fault[] = [
  {
    name: "a server is killed",
    fits: always,
    async cause({ servers }) {
      const server = anyOf(servers);
      await server.kill();
      await server.start();
    },
  },
  {
    name: "a server is stopped and started",
    fits: always,
    async cause({ servers }) {
      const server = anyOf(servers);
      await server.stop();
      await server.start();
    },
  },
  {
    name: "the disk is full",
    fits: ({ postgres }) => postgres === undefined,
    cause: async ({ servers }) => endAfter(await simulateFullDisk(anyOf(servers).pid), DISK_FAULT_MS),
  },
  {
    name: "fsync fails",
    fits: ({ postgres }) => postgres === undefined,
    cause: async ({ servers }) => endAfter(await breakFsync(anyOf(servers).pid), DISK_FAULT_MS),
  },
  {
    name: "a server is killed on a full disk",
    fits: ({ postgres }) => postgres === undefined,
    async cause({ servers }) {
      const server = anyOf(servers);
      const end = await simulateFullDisk(server.pid);
      await setTimeout(Math.random() * 1_000);
      await server.kill();
      await end();
      await server.start();
    },
  },
  {
    name: "PostgreSQL freezes",
    fits: ({ postgres }) => postgres !== undefined,
    async cause({ postgres }) {
      postgres?.freeze();
      await endAfter(async () => postgres?.thaw(), FREEZE_MS);
    },
  },
  {
    name: "a server is stopped while PostgreSQL is frozen",
    fits: ({ postgres }) => postgres !== undefined,
    async cause({ postgres, servers }) {
      const server = anyOf(servers);
      postgres?.freeze();
      await setTimeout(1_000);
      // A server exits with 1 if it gives up closing the database.
      await server.stop([0, 1]).finally(() => postgres?.thaw());
      await server.start();
    },
  },
  {
    name: "PostgreSQL is killed",
    fits: ({ postgres }) => postgres !== undefined,
    cause: async ({ postgres }) => postgres?.crash(),
  },
  {
    name: "Redis freezes",
    fits: ({ redis }) => redis !== undefined,
    async cause({ redis }) {
      redis?.freeze();
      await endAfter(async () => redis?.thaw(), FREEZE_MS);
    },
  },
  {
    name: "Redis is killed",
    fits: ({ redis }) => redis !== undefined,
    cause: async ({ redis }) => redis?.crash(),
  },
  {
    name: "the clock jumps 400 days ahead and back",
    fits: always,
    movesClock: true,
    cause: ({ clock }) => jump(clock.shift, JUMP_DAYS),
  },
  {
    name: "the clock jumps 400 days back and ahead",
    fits: always,
    movesClock: true,
    cause: ({ clock }) => jump(clock.shift, -JUMP_DAYS),
  },
];

function anyOf(servers: readonly Server[]): Server {
  const server = servers[Math.floor(Math.random() * servers.length)];
  if (server === undefined) throw new Error("The setup has no servers.");
  return server;
}

async function endAfter(end: () => Promise<void>, milliseconds: number): Promise<void> {
  await setTimeout(milliseconds);
  await end();
}

async function jump(shift: (days: number) => void, days: number): Promise<void> {
  shift(days);
  await endAfter(async () => shift(0), CLOCK_FAULT_MS);
}
