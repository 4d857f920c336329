import { argv, exit, stderr, stdout } from "node:process";
import { type Command, UsageError } from "./cli/command.ts";
import { migrate } from "./cli/migrate.ts";
import { start } from "./cli/start.ts";
import { userCreate } from "./cli/user-create.ts";

const COMMANDS: readonly Command[] = [start, migrate, userCreate];

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
  const sentence = error instanceof Error ? error.message : String(error);
  stderr.write(`triptych: ${sentence.replaceAll("\n", " ")}\n`);
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
