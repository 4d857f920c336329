import { execFile } from "node:child_process";
import { promisify } from "node:util";

type Options = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv };

/** Runs a program for at most 5 minutes. Returns its stdout; throws an error with its output when it fails. */
export async function execute(program: string, args: readonly string[], options: Options = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      timeout: 300_000,
      maxBuffer: 16 * 1024 * 1024,
      ...options,
    });
    return stdout;
  } catch (error) {
    // The message of execFile's error contains stderr, but not stdout.
    const { stdout, message } = error as Error & { readonly stdout: string };
    throw new Error(`${message}\n${stdout}`, { cause: error });
  }
}
