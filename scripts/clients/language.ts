import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The root of the project, with a slash at its end. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export const CONTRACTS = ["catalogue", "users", "collections"] as const;

export type ContractName = (typeof CONTRACTS)[number];

/** A language that clients are generated in. */
export interface Language {
  /** Finds or installs what is needed. `folder` is where the clients are written to, and not there yet. */
  readonly openTools: (folder: string) => Promise<Tools>;
}

export interface Tools {
  readonly generate: (contract: ContractName) => Promise<void>;
  /** Checks and compiles all clients and scenarios. */
  readonly build: () => Promise<void>;
  /** Runs a scenario of a contract, with these variables in its environment. */
  readonly runScenario: (contract: ContractName, variables: Readonly<Record<string, string>>) => Promise<void>;
}

type Options = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv };

/** Runs a program to its end, at most 5 minutes. Gives back what it printed; throws with it when the program fails. */
export async function execute(program: string, args: readonly string[], options: Options = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      timeout: 300_000,
      maxBuffer: 16 * 1024 * 1024,
      ...options,
    });
    return stdout;
  } catch (error) {
    // The message ends with what it printed as errors.
    const { stdout = "", message } = Object(error);
    throw new Error(`${message}\n${stdout}`);
  }
}
