import { execFile } from "node:child_process";
import { promisify } from "node:util";

type Options = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv };

/** For a compiler on a busy machine. */
const MAX_MINUTES = 10;

/** Runs a program for at most 10 minutes. Returns its stdout; throws an error with its output when it fails. */
export async function execute(program: string, args: readonly string[], options: Options = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      timeout: MAX_MINUTES * 60_000,
      maxBuffer: 16 * 1024 * 1024,
      ...options,
    });
    return stdout;
  } catch (error) {
    // The message of execFile's error contains stderr, but not stdout.
    const { stdout, message, killed } = error as Error & { readonly stdout: string; readonly killed: boolean };
    throw new Error(`${message}${killed ? ` It took longer than ${MAX_MINUTES} minutes.` : ""}\n${stdout}`, {
      cause: error,
    });
  }
}
