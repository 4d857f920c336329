import { versions } from "node:process";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { messageOf } from "../shared/messages.ts";
import { print, printJson } from "../shared/output.ts";
import { type Check, type Finding, ok, problem, type Subject, warning } from "./check.ts";
import { clock, connect, databaseVersion, schema, standby } from "./database.ts";
import { diskSpace, files } from "./disk.ts";
import { backups, mail, redis } from "./services.ts";
import { checkSettings, proxies } from "./settings.ts";

interface NamedFinding extends Finding {
  readonly check: string;
}

export const doctor = defineCommand({
  description: `Prints a line for each check: ok, warning or problem, with advice. Changes nothing, and runs beside the
server. The exit code is 1 if there is a problem.`,
  options: { json: JSON_OPTION },
  async run({ options: { json } }) {
    const found: NamedFinding[] = [];
    for await (const finding of examine()) {
      found.push(finding);
      if (!json) printFinding(finding);
    }
    if (json) printJson(found);
    const count = found.filter(({ result }) => result === "problem").length;
    if (count > 0) throw new Error(count === 1 ? "There is a problem." : `There are ${count} problems.`);
  },
});

/** Yields the findings of each check as soon as it is done. */
async function* examine(): AsyncIterable<NamedFinding> {
  const { config, findings } = checkSettings();
  yield* named("settings", findings);
  yield* named("Node", [checkNodeVersion()]);
  if (config === undefined) return;
  const { database, finding } = await connect(config);
  yield* named("database", [finding]);
  try {
    const subject = { config, clock: Date.now, database: database?.handle };
    for (const check of CHECKS) yield* named(check.name, await run(check, subject));
  } finally {
    await database?.[Symbol.asyncDispose]();
  }
}

async function run(check: Check, subject: Subject): Promise<readonly Finding[]> {
  try {
    return await check.run(subject);
  } catch (error) {
    return [problem(`The check failed: ${messageOf(error)}`, "Correct the cause, and run the doctor again.")];
  }
}

function named(check: string, findings: readonly Finding[]): NamedFinding[] {
  return findings.map((finding) => ({ check, ...finding }));
}

function printFinding({ check, result, text, advice }: NamedFinding): void {
  print(`${result.padEnd("warning".length)}  ${check}: ${text}${advice === undefined ? "" : ` ${advice}`}`);
}

/** What the doctor checks after the settings, Node and the connection to the database. */
const CHECKS: readonly Check[] = [
  databaseVersion,
  schema,
  standby,
  clock,
  files,
  diskSpace,
  backups,
  redis,
  mail,
  proxies,
];

/** The version that `npm ci` installs, and with which Triptych is tested. */
const TESTED_MAJOR = 24;

/** Warns unless Node has the major version that Triptych is tested with. */
function checkNodeVersion(version = versions.node): Finding {
  const major = Number.parseInt(version, 10);
  if (major === TESTED_MAJOR) return ok(`Node ${version} is the version that Triptych is tested with.`);
  return warning(
    `Triptych is tested with Node ${TESTED_MAJOR}, and this is ${version}.`,
    "Run it with npm start or npm run triptych, which use the Node in node_modules.",
  );
}
