import { KNOWN_FAILURES } from "./known-failures.ts";
import type { ContractName, Input, OpenApiVersion, Tool } from "./tool.ts";

/** What came of a tool and one input. */
export interface Result {
  readonly tool: Tool;
  readonly contract: ContractName;
  readonly openapi: OpenApiVersion;
  /** `known` is a failure in known-failures.ts. */
  readonly outcome: "passed" | "known" | "failed";
  /** The error message of a failure. */
  readonly message: string;
  /** The tool's own issue about a known failure. */
  readonly issue: string | undefined;
}

/** Runs a tool and compares the outcome with the known failures. `name` is the tool's name in them. */
export async function judge(name: string, tool: Tool, input: Input): Promise<Result> {
  const { contract, openapi } = input;
  const known = KNOWN_FAILURES.find(
    (failure) => failure.tool === name && failure.contracts.includes(contract) && failure.versions.includes(openapi),
  );
  const message = await messageOf(tool.run(input));
  const result = { tool, contract, openapi, issue: known?.issue };
  if (known === undefined)
    return { ...result, outcome: message === undefined ? "passed" : "failed", message: message ?? "" };
  if (message?.includes(known.message)) return { ...result, outcome: "known", message };
  const expected = `known-failures.ts expects "${known.message}". Remove or correct the entry.`;
  return { ...result, outcome: "failed", message: `${expected}\n${message ?? "The tool passed."}` };
}

/** The message of the error that a promise rejects with, or undefined. */
async function messageOf(promise: Promise<void>): Promise<string | undefined> {
  return promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
