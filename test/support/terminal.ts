import { spawn } from "node:child_process";
import { once } from "node:events";
import { env, execPath } from "node:process";
import { PROGRAM, ROOT, type Settings } from "../../harness/server-process.ts";

/** What a command on a terminal printed, and how it ended. */
export interface TerminalOutcome {
  readonly code: number | null;
  /** Everything that the terminal showed, with what was typed and escape sequences. */
  readonly shown: string;
}

/** A text for which the terminal waits, and what is typed then. */
export type Reply = readonly [prompt: string, typed: string];

/**
 * Runs a command like `runCommand`, but on a terminal of its own, which `script` of util-linux opens. Types each reply
 * after its prompt was shown, in order.
 */
export async function runOnTerminal(
  args: readonly string[],
  settings: Settings,
  replies: readonly Reply[],
): Promise<TerminalOutcome> {
  const command = [execPath, ...PROGRAM, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: ROOT,
    env: { PATH: env.PATH, SHELL: "/bin/sh", TERM: "xterm", ...settings },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown = "";
  let read = 0;
  const remaining = [...replies];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    const [prompt, typed] = remaining[0] ?? [];
    if (prompt === undefined || !shown.includes(prompt, read)) return;
    read = shown.length;
    remaining.shift();
    child.stdin.write(typed);
  });
  const [code] = await once(child, "close");
  return { code, shown };
}
