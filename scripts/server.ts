import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { createInterface } from "node:readline";
import { PROGRAM, runCommand } from "../test/support/process.ts";

/** A server in a process of its own, as npm start runs it. */
export interface RunningServer {
  readonly base: string;
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
}

/** Starts a server on a database; stopped by its `stop`. */
export async function startServer(
  url: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
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
      if (server.exitCode !== null || server.signalCode !== null) return;
      const gone = once(server, "exit");
      server.kill("SIGTERM");
      await gone;
    },
  };
}

/** The address of an SQLite database in a folder of its own, that `remove` removes. */
export async function temporaryDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "triptych-"));
  return { url: `sqlite:${join(folder, "triptych.db")}`, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Makes an administrator, and gives back an API key of theirs. */
export async function makeAdministrator(url: string, email: string): Promise<string> {
  const account = ["--email", email, "--name", "Administrator", "--level", "4"];
  await command(url, ["user", "create", ...account, "--password-stdin"], "correct horse battery staple");
  return keyOf(url, email);
}

/** A new API key of somebody. */
export async function keyOf(url: string, email: string): Promise<string> {
  return (await command(url, ["key", "create", "--email", email, "--name", "script"])).trim();
}

/** Runs a command of the command line on a database; gives back what it prints. Throws when it fails. */
export async function command(url: string, args: readonly string[], input = ""): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, { DATABASE_URL: url }, input);
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(" ")} failed: ${stderr}`);
  return stdout;
}

/** Throws when a server has counted answers that its contracts do not allow. */
export async function refuseMismatches(base: string): Promise<void> {
  const { mismatches } = Object(await (await fetch(`${base}/health/ready`)).json());
  if (mismatches !== 0)
    throw new Error(`The server has counted ${mismatches} answers that its contracts do not allow.`);
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /listens at (http:\S+),/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("The server did not start.");
}
