import { execFile } from "node:child_process";
import { getuid } from "node:process";
import { promisify } from "node:util";

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const MAX_OUTPUT = 64 * 1024 * 1024;

/** Runs a program and returns its stdout. Throws an error with all of its output if it fails. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<string> {
  const [program = "", ...args] = command;
  try {
    return (await promisify(execFile)(program, args, { maxBuffer: MAX_OUTPUT, ...options })).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = Object(error) as { stdout?: string; stderr?: string };
    throw new Error(`${command.join(" ")} failed.\n${stdout}${stderr}`, { cause: error });
  }
}

/** The command with the rights of root: as it is, or through sudo, which must not ask for a password. */
export function asRoot(command: readonly string[]): readonly string[] {
  return getuid?.() === 0 ? command : ["sudo", "--non-interactive", ...command];
}
