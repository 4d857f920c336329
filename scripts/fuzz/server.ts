import { spawn } from "node:child_process";
import { once } from "node:events";
import { env, execPath } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "../../src/testing/free-port.ts";
import { PROGRAM } from "../../test/support/process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** How often an operation was answered, by status. */
export type Tally = ReadonlyMap<number, number>;

/** A server in a process of its own, and what its log has told. */
export interface FuzzedServer {
  readonly base: string;
  readonly tallies: ReadonlyMap<string, Tally>;
  /** Log lines of level error and above: faults, and answers that the contract does not allow. */
  readonly complaints: readonly string[];
  readonly hasEnded: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Log lines of this level mean that someone must act. */
const ERROR = 50;

/** Starts a server that holds every answer against the contract and has no limit that could be reached; `count` is told of every answer. */
export async function startServer(
  settings: Readonly<Record<string, string>>,
  count: (requests: number) => void,
): Promise<FuzzedServer> {
  // Addresses of covers hold the port, so the server has to know it before it listens.
  const port = await freePort();
  const server = spawn(execPath, [...PROGRAM, "start"], {
    cwd: ROOT,
    env: {
      ...env,
      ...settings,
      PORT: String(port),
      LOG_LEVEL: "info",
      CONFORMANCE_SHARE: "1",
      RATE_LIMIT_PER_HOUR: "1000000000",
      LOGIN_LIMIT_PER_MINUTE: "1000000",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => server.kill("SIGKILL"));
  const gone = once(server, "exit");
  const tallies = new Map<string, Map<number, number>>();
  const complaints: string[] = [];
  let answers = 0;
  await new Promise<void>((resolve, reject) => {
    createInterface(server.stdout).on("line", (line) => {
      const { level = 0, msg, operation, status } = line.startsWith("{") ? JSON.parse(line) : {};
      if (level >= ERROR) complaints.push(line);
      if (String(msg).includes("listens at")) resolve();
      if (msg !== "request completed" || typeof operation !== "string") return;
      count(++answers);
      const tally = tallies.get(operation) ?? new Map<number, number>();
      tallies.set(operation, tally.set(status, (tally.get(status) ?? 0) + 1));
    });
    server.on("exit", () => reject(new Error("The server did not start.")));
  });
  return {
    base: `http://127.0.0.1:${port}`,
    tallies,
    complaints,
    hasEnded: () => server.exitCode !== null || server.signalCode !== null,
    async stop() {
      server.kill("SIGKILL");
      await gone;
    },
  };
}
