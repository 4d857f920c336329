import { argv, exit, stderr, stdout } from "node:process";
import { type Command, UsageError } from "./cli/command.ts";
import { Failure } from "./errors.ts";

/** A command as it is typed, in one word or two. It is loaded when it is asked for: most need little of the server. */
interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const COMMANDS: readonly Entry[] = [
  {
    name: "start",
    summary: "start the server (what npm start does)",
    load: async () => (await import("./cli/start.ts")).start,
  },
  {
    name: "migrate",
    summary: "make the database or bring it up to date",
    load: async () => (await import("./cli/migrate.ts")).migrate,
  },
  {
    name: "user create",
    summary: "create an account",
    load: async () => (await import("./cli/user-create.ts")).userCreate,
  },
  {
    name: "key create",
    summary: "make an API key",
    load: async () => (await import("./cli/key-create.ts")).keyCreate,
  },
  {
    name: "key list",
    summary: "list the API keys of an account",
    load: async () => (await import("./cli/key-list.ts")).keyList,
  },
  {
    name: "key revoke",
    summary: "revoke an API key",
    load: async () => (await import("./cli/key-revoke.ts")).keyRevoke,
  },
];

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
  const entry = COMMANDS.find(({ name }) => words === name || words.startsWith(`${name} `));
  if (entry !== undefined) {
    const command = await entry.load();
    const options = args.slice(entry.name.split(" ").length);
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
