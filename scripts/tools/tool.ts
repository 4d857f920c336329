import { join } from "node:path";
import { loadContract } from "../../src/server/contracts.ts";
import { TOOLS } from "./npm.ts";

export const CONTRACTS = ["catalogue", "users", "collections"] as const;

export type ContractName = (typeof CONTRACTS)[number];

/** A version of OpenAPI in which the contracts are published as JSON. */
export type OpenApiVersion = "3.1" | "3.0";

/** A contract in one version of OpenAPI. */
export interface Input {
  readonly contract: ContractName;
  readonly openapi: OpenApiVersion;
  /** The path of the JSON file. */
  readonly file: string;
  /** An empty folder for the files of this run. */
  readonly folder: string;
  /** The environment variables of scenarios: the URL of a server, and an API key of an administrator. */
  readonly variables: { readonly TRIPTYCH_URL: string; readonly TRIPTYCH_KEY: string };
}

/** A program or library of others that reads OpenAPI documents. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  /** What a run checks, as a phrase for the documentation. */
  readonly checks: string;
  /** Whether the scenarios need an account whose collections nobody else changes. */
  readonly needsAccount?: boolean;
  /** The operations of a contract with which the tool is expected to fail. `run` throws when others do, or not all. */
  readonly failures?: (input: Pick<Input, "contract">) => readonly string[];
  /** Tries the tool with one contract. Throws an error with the tool's output when something fails. */
  readonly run: (input: Input) => Promise<void>;
}

/** Opens a tool: installs what it needs, once. */
export type OpenTool = () => Promise<Tool>;

/** The URL of a contract's API. */
export function baseUrlOf({ contract, variables }: Input): string {
  return variables.TRIPTYCH_URL + loadContract(contract).basePath;
}

/** The folder with the scenario of a contract. Undefined for `users`, whose clients only get compiled. */
export function scenarioOf({ contract }: Input): string | undefined {
  return contract === "users" ? undefined : join(TOOLS, "scenarios", contract);
}

/** Throws unless the output of a scenario says that it passed. */
export function assertScenarioPassed(output: string): void {
  if (!output.includes("The scenario passed.")) throw new Error(`The scenario did not reach its end.\n${output}`);
}
