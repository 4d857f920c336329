import { execFile } from "node:child_process";
import { promisify } from "node:util";

export const CONTRACTS = ["catalogue", "users", "collections"] as const;

export type ContractName = (typeof CONTRACTS)[number];

/** A programming language in which clients are generated. */
export interface Language {
  /** Finds or installs the generator. Creates `folder`, to which the tools write the generated clients. */
  readonly openTools: (folder: string) => Promise<Tools>;
}

export interface Tools {
  /** Generates the client of a contract. */
  readonly generate: (contract: ContractName) => Promise<void>;
  /** Type-checks or compiles all generated clients and the scenarios (test programs) that use them. */
  readonly build: () => Promise<void>;
  /** Runs the scenario of a contract with these environment variables. */
  readonly runScenario: (contract: ContractName, variables: Readonly<Record<string, string>>) => Promise<void>;
}

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
