import { argv, exit, stderr, stdout } from "node:process";
import { type Command, UsageError } from "./cli/command.ts";
import { keyCreate } from "./cli/key-create.ts";
import { keyList } from "./cli/key-list.ts";
import { keyRevoke } from "./cli/key-revoke.ts";
import { migrate } from "./cli/migrate.ts";
import { start } from "./cli/start.ts";
import { userCreate } from "./cli/user-create.ts";
import { Failure } from "./errors.ts";

const COMMANDS: readonly Command[] = [start, migrate, userCreate, keyCreate, keyList, keyRevoke];

const HELP = `Triptych: one server, three HTTP APIs, each driven by its contract.

Usage: npm run -s triptych -- <command> [options]

Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`).join("\n")}

Help on one of them: npm run -s triptych -- <command> --help
Settings are environment variables; the README lists them.
`;

try {
  await run(argv.slice(2));
} catch (error) {
  stderr.write(`triptych: ${sentenceOf(error).replaceAll("\n", " ")}\n`);
  exit(error instanceof UsageError ? 2 : 1);
}

async function run(args: readonly string[]): Promise<void> {
  const words = args.join(" ");
  const command = COMMANDS.find(({ name }) => words === name || words.startsWith(`${name} `));
  if (command !== undefined) {
    const options = args.slice(command.name.split(" ").length);
    if (options.includes("--help")) stdout.write(command.help);
    else await command.run(options);
  } else if (words === "--help") stdout.write(HELP);
  else if (args.length === 0) throw new UsageError("Name a command; --help lists them.");
  else throw new UsageError(`There is no command "${words}"; --help lists them.`);
}

/** What went wrong and, of a database that can't be reached, why: whoever types commands may know what a caller of the API may not. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(error instanceof Failure && error.kind === "unavailable" && cause instanceof Error)) return message;
  return `${message} (${cause.message || ("code" in cause ? cause.code : cause.name)})`;
}
