import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Test } from "tap";
import { asRoot, run } from "./run.ts";

/** Namespaces that live as long as a test. */
export interface Namespace {
  /** The command that runs another one in the namespaces. */
  readonly commandOf: (command: readonly string[]) => readonly string[];
  /** Runs a command in the namespaces and returns its stdout. */
  readonly run: (command: readonly string[]) => Promise<string>;
}

// The parent in /proc/self/stat is the shell, as processes outside of its namespaces see it.
const DEFINE_READY = "ready() { (read -r _ _ _ pid _ </proc/self/stat; echo $pid) }\n";

/**
 * Runs a shell script in namespaces of its own until the test ends. The script must call `ready` when
 * it has prepared them, before it mounts another `/proc`.
 * @param kinds such as `mount` and `pid`, as `unshare` names them
 */
export async function openNamespace(t: Test, kinds: readonly string[], script: string): Promise<Namespace> {
  const flags = kinds.map((kind) => `--${kind}`);
  const [unshare = "", ...args] = asRoot(["unshare", "--fork", ...flags, "sh", "-euc", DEFINE_READY + script]);
  const holder = spawn(unshare, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(holder, "close").then(() => Promise.reject(new Error("unshare ended.")));
  ended.catch(() => undefined);
  const [pid] = await Promise.race([once(createInterface(holder.stdout), "line"), ended]);
  t.teardown(async () => {
    await run(asRoot(["kill", "-KILL", String(pid)]));
    await ended.catch(() => undefined);
  });
  const enter = ["nsenter", "--target", String(pid), ...flags, "--root", "--wdns=/"];
  const commandOf = (command: readonly string[]) => asRoot([...enter, ...command]);
  return { commandOf, run: (command) => run(commandOf(command)) };
}
