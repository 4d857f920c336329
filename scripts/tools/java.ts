import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import pLimit from "p-limit";
import { TOOLS } from "./npm.ts";

/** Options of the Java virtual machine that shorten programs of a few seconds. */
export const SHORT_PROGRAM = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** The line that tools/java/Programs.java prints after each program. */
const END = /^exit code (\d+)$/;

/** Milliseconds after which a program is killed. */
const TIMEOUT = 300_000;

type Program = "openapi-generator" | "javac";

type Machine = ReturnType<typeof startMachine>;

let machine: Machine | undefined;

const limit = pLimit(1);

/**
 * Runs openapi-generator or a program of the JDK, after those before it. Throws an error with its output when it fails.
 * All run in one virtual machine: in one of its own, a program takes three to five times the processor time, to load
 * and compile the same classes.
 */
export async function runJava(jar: string, program: Program, args: readonly string[]): Promise<void> {
  const { code, output } = await limit(() => {
    if (machine === undefined || machine.hasExited()) machine = startMachine(jar);
    return machine.run([program, ...args]);
  });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} exited with ${code}.\n${output}`);
}

/** Ends the virtual machine, if it was started. */
export function stopJava(): void {
  machine?.kill();
}

function startMachine(jar: string) {
  const child = spawn("java", [...SHORT_PROGRAM, "-cp", jar, join(TOOLS, "java/Programs.java")]);
  let exited = false;
  const exit = once(child, "close").finally(() => {
    exited = true;
  });
  // A failure to start is reported by the program that runs, as is one to write to a machine that has exited.
  exit.catch(() => undefined);
  child.stdin.on("error", () => undefined);
  const kill = () => child.kill();
  process.once("exit", kill);
  const lines = [child.stdout, child.stderr].map((input) => createInterface(input));
  return {
    kill,
    hasExited: () => exited,
    /** Resolves with the exit code of a program, which is the machine's if the program ended that, and its output. */
    async run(words: readonly string[]): Promise<{ code: number; output: string }> {
      const timer = setTimeout(kill, TIMEOUT);
      const printed: string[] = [];
      const end = Promise.withResolvers<number>();
      const onLine = (line: string) => {
        const code = END.exec(line)?.[1];
        if (code === undefined) printed.push(line);
        else end.resolve(Number(code));
      };
      for (const input of lines) input.on("line", onLine);
      try {
        child.stdin.write(`${words.join("\t")}\n`);
        const code = await Promise.race([end.promise, exit.then(([code]) => Number(code ?? 1))]);
        return { code, output: printed.join("\n") };
      } finally {
        clearTimeout(timer);
        for (const input of lines) input.off("line", onLine);
      }
    },
  };
}
