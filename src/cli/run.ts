import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { stderr } from "node:process";
import { type Origin, runAs, SERVER } from "../audit/origin.ts";
import { nearest } from "../settings/nearest.ts";
import { COMMANDS } from "./commands.ts";
import { commandHelp, overview } from "./help.ts";
import { type Entry, UsageError } from "./shared/command.ts";
import { messageOf } from "./shared/messages.ts";
import { print, printable, printText } from "./shared/output.ts";

/** Differences between what was typed and the name of a command that is suggested instead. */
const MAX_TYPOS = 2;

/** Runs the command line. Returns the exit code: 0, 1 if the command failed, or 2 for wrong usage. */
export async function execute(args: readonly string[]): Promise<0 | 1 | 2> {
  try {
    await run(args);
    return 0;
  } catch (error) {
    stderr.write(`triptych: ${printable(messageOf(error))}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const [first, ...rest] = args;
  const helpAt = args.findIndex((arg) => arg === "--help" || arg === "-h");
  if (first === undefined) throw new UsageError("A command is required. See --help.");
  if (first === "--version") print(readVersion());
  else if (first === "help") printText(await helpFor(rest));
  else if (helpAt !== -1) printText(await helpFor(args.slice(0, helpAt)));
  else {
    const entry = findCommand(args) ?? throwUnknown(args);
    const command = await entry.load();
    const texts = args.slice(entry.name.split(" ").length);
    await runAs(originOf(entry.name), () => command.run(texts));
  }
}

function findCommand(args: readonly string[]): Entry | undefined {
  return COMMANDS.find(({ name }) => name.split(" ").every((word, index) => word === args[index]));
}

/** The help text of a command, of a group such as `user`, or of the whole command line. */
export async function helpFor(words: readonly string[]): Promise<string> {
  const command = findCommand(words);
  if (command !== undefined) return commandHelp(command, await command.load());
  const [group, ...rest] = words;
  const entries = group === undefined ? COMMANDS : COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
  return entries.length === 0 || rest.length > 0 ? throwUnknown(words) : overview(entries);
}

/** Names the words before the first option, and the command that they may mean. */
function throwUnknown(args: readonly string[]): never {
  const end = args.findIndex((arg) => arg.startsWith("-"));
  const words = (end === -1 ? args : args.slice(0, end)).slice(0, 2);
  const names = COMMANDS.map(({ name }) => name);
  const meant = words.length === 0 ? undefined : suggestionFor(words, names);
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  throw new UsageError(`Unknown command "${words.join(" ")}".${hint} See --help.`);
}

/** Compares as many words as names have, so that a mistyped command is found before its arguments too. */
function suggestionFor(words: readonly string[], names: readonly string[]): string | undefined {
  const [first = ""] = words;
  return (
    nearest(words.join(" "), names, MAX_TYPOS) ??
    nearest(
      first,
      names.filter((name) => !name.includes(" ")),
      MAX_TYPOS,
    )
  );
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}

/** The origin of the changes of a command, for the audit log. The server that `start` starts has its own. */
function originOf(commandName: string): Origin {
  if (commandName === "start") return SERVER;
  const credential = systemUser();
  return {
    actor: "command",
    accountId: null,
    credentialVersion: null,
    via: commandName,
    credential,
    client: null,
    clock: Date.now,
  };
}

/** The user of the operating system that runs this process; its id if it has no name, as in a container. */
function systemUser(): string | null {
  try {
    return userInfo().username;
  } catch {
    return process.getuid?.().toString() ?? null;
  }
}
