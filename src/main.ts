import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { type Command, UsageError } from "./cli/command.ts";
import { Failure } from "./errors.ts";

/**
 * A command, whose name has one or two words. Its module is imported only when it is needed,
 * because importing the whole server is slow.
 */
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
    summary: "create the database or migrate it to the current schema",
    load: async () => (await import("./cli/migrate.ts")).migrate,
  },
  {
    name: "import",
    summary: "import a file of bookmarks",
    load: async () => (await import("./cli/import.ts")).importFile,
  },
  {
    name: "user create",
    summary: "create an account",
    load: async () => (await import("./cli/user-create.ts")).userCreate,
  },
  {
    name: "user unlock",
    summary: "clear the failed logins of an account",
    load: async () => (await import("./cli/user-unlock.ts")).userUnlock,
  },
  {
    name: "user reset-link",
    summary: "create a link that replaces a forgotten password",
    load: async () => (await import("./cli/user-reset-link.ts")).userResetLink,
  },
  {
    name: "key create",
    summary: "create an API key",
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

try {
  await run(argv.slice(2));
} catch (error) {
  stderr.write(`triptych: ${messageOf(error).replaceAll("\n", " ")}\n`);
  exit(error instanceof UsageError ? 2 : 1);
}

async function run(args: readonly string[]): Promise<void> {
  const [first, ...rest] = args;
  const helpAt = args.findIndex((arg) => arg === "--help" || arg === "-h");
  if (first === undefined) throw new UsageError("A command is required. See --help.");
  if (first === "--version") stdout.write(`${readVersion()}\n`);
  else if (first === "help") stdout.write(await helpFor(rest));
  else if (helpAt !== -1) stdout.write(await helpFor(args.slice(0, helpAt)));
  else {
    const entry = findCommand(args) ?? throwUnknown(args);
    const command = await entry.load();
    await command.run(args.slice(entry.name.split(" ").length));
  }
}

function findCommand(args: readonly string[]): Entry | undefined {
  return COMMANDS.find(({ name }) => name.split(" ").every((word, index) => word === args[index]));
}

/** The help text of a command, of a group such as `user`, or of the whole command line. */
async function helpFor(words: readonly string[]): Promise<string> {
  const command = await findCommand(words)?.load();
  if (command !== undefined) return command.help;
  const [group, ...rest] = words;
  const entries = group === undefined ? COMMANDS : COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
  return entries.length === 0 || rest.length > 0 ? throwUnknown(words) : overview(entries);
}

function overview(entries: readonly Entry[]): string {
  return `Triptych: one server, three HTTP APIs, each driven by an OpenAPI contract.

Usage: npm run -s triptych -- <command> [options]

Commands:
${entries.map(({ name, summary }) => `  ${name.padEnd(17)}${summary}`).join("\n")}

Options of a command: npm run -s triptych -- <command> --help
Version: npm run -s triptych -- --version
Settings are environment variables; the README lists them.
`;
}

function throwUnknown(words: readonly string[]): never {
  throw new UsageError(`Unknown command "${words.join(" ")}". See --help.`);
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

/**
 * The error's message. If the database or Redis is unavailable, it includes the cause, which HTTP
 * responses leave out.
 */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(error instanceof Failure && error.kind === "unavailable" && cause instanceof Error)) return message;
  return `${message} (${cause.message || ("code" in cause ? cause.code : cause.name)})`;
}
