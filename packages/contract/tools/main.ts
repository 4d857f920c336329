import { stderr, stdout } from "node:process";
import { type Command, UsageFailure } from "./cli/command.ts";
import { messageOf, ToolFailure } from "./failure.ts";

interface Entry {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** Loads the command, and only then the packages that it needs. */
  readonly load: () => Promise<{ readonly command: Command }>;
}

const COMMANDS: readonly Entry[] = [
  {
    name: "init",
    summary: "write a new project with a contract, its server and tests",
    load: () => import("./cli/init.ts"),
  },
  {
    name: "generate",
    summary: "write types and documents from the contracts",
    load: () => import("./cli/generate.ts"),
  },
  {
    name: "lint",
    summary: "check the contracts against rules for contracts that are served",
    load: () => import("./cli/lint.ts"),
  },
  {
    name: "diff",
    summary: "compare the contracts with another version, and find breaking changes",
    load: () => import("./cli/diff.ts"),
  },
  {
    name: "proof",
    summary: "report what the tests have proved of the contracts",
    load: () => import("./cli/proof.ts"),
  },
];

const HELP = `Works on the OpenAPI contracts that contract.config.json lists.

Usage: contract <command> [--config <file>]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}\n`).join("")}
contract <command> --help says more about a command. Errors exit with 1, and invalid usage with 2.
`;

/** Runs `contract` with these arguments. Returns the exit code. */
export async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "help") {
    stdout.write(HELP);
    return 0;
  }
  const entry = COMMANDS.find((command) => command.name === name);
  if (entry === undefined) return usage(`There is no command "${name}".`, "contract --help");
  try {
    const { command } = await entry.load();
    if (!args.includes("--help")) return await command.run(args);
    stdout.write(command.help);
    return 0;
  } catch (error) {
    if (error instanceof UsageFailure) return usage(error.message, `contract ${name} --help`);
    const message = error instanceof ToolFailure ? error.message : missingPackage(error);
    if (message === undefined) throw error;
    stderr.write(`${message}\n`);
    return 1;
  }
}

/** The message for a package of a command that is missing. Servers do not need these, so they are optional. */
function missingPackage(error: unknown): string | undefined {
  const [, name] = /^Cannot find package '([^']+)'/.exec(messageOf(error)) ?? [];
  return name && `The package ${name} is missing: npm install --save-dev ${name}`;
}

function usage(message: string, help: string): number {
  stderr.write(`${message} See ${help}.\n`);
  return 2;
}
