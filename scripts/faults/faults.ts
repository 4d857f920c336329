import { setTimeout } from "node:timers/promises";
import type { Server, Setup } from "./setups.ts";
import { breakFsync, fillDisk } from "./system-calls.ts";

/** Something that goes wrong while clients write. */
export interface Fault {
  readonly name: string;
  /** Whether the fault is possible in the setup. */
  readonly fits: (setup: Setup) => boolean;
  /** Causes the fault, and ends it. */
  readonly cause: (setup: Setup) => Promise<void>;
  /** Whether idempotency keys may expire during the fault; then creations must not be retried. */
  readonly movesClock?: true;
}

const DISK_FAULT_MS = 3_000;

/** Longer than the timeout of a connection, shorter than that of a statement. */
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
    cause: async ({ servers }) => during(await fillDisk(anyOf(servers).pid), DISK_FAULT_MS),
  },
  {
    name: "fsync fails",
    fits: ({ postgres }) => postgres === undefined,
    cause: async ({ servers }) => during(await breakFsync(anyOf(servers).pid), DISK_FAULT_MS),
  },
  {
    name: "a server is killed on a full disk",
    fits: ({ postgres }) => postgres === undefined,
    async cause({ servers }) {
      const server = anyOf(servers);
      const end = await fillDisk(server.pid);
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
      await during(async () => postgres?.thaw(), FREEZE_MS);
    },
  },
  {
    name: "a server is stopped while PostgreSQL is frozen",
    fits: ({ postgres }) => postgres !== undefined,
    async cause({ postgres, servers }) {
      const server = anyOf(servers);
      postgres?.freeze();
      await setTimeout(1_000);
      // With 1, the server has given up closing the database.
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
      await during(async () => redis?.thaw(), FREEZE_MS);
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

async function during(end: () => Promise<void>, milliseconds: number): Promise<void> {
  await setTimeout(milliseconds);
  await end();
}

async function jump(shift: (days: number) => void, days: number): Promise<void> {
  shift(days);
  await during(async () => shift(0), CLOCK_FAULT_MS);
}
