import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, execPath, stderr } from "node:process";
import { createInterface } from "node:readline";
import { PROGRAM } from "../../test/support/process.ts";

/** A server in a process of its own, as npm start runs it. */
export interface BenchServer {
  readonly base: string;
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
}

/** Starts a server on a database; stopped by its `stop`. */
export async function startServer(url: string, settings: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const server = spawn(execPath, [...PROGRAM, "start"], {
    env: { ...env, PORT: "0", DATABASE_URL: url, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const base = await addressOf(createInterface(server.stdout));
  server.stdout.resume();
  return {
    base,
    pid: server.pid,
    async stop() {
      const gone = once(server, "exit");
      server.kill("SIGTERM");
      await gone;
    },
  };
}

/** The address of an SQLite database in a folder of its own, that `remove` removes. */
export async function temporaryDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "triptych-bench-"));
  return { url: `sqlite:${join(folder, "triptych.db")}`, remove: () => rm(folder, { recursive: true }) };
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Says on a terminal what goes on; replaces what was said before. */
export function progress(sentence: string): void {
  if (stderr.isTTY) stderr.write(`\r\x1b[K${sentence}`);
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /listens at (http:\S+),/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("The server did not start.");
}
