import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stderr, stdout } from "node:process";
import { type Config, loadConfig } from "../config.ts";
import { ToolFailure } from "../failure.ts";
import { KINDS, type Kind } from "../proof/parts.ts";
import { type ProvedContract, reportOf } from "../proof/report.ts";
import { rowsOf, withKinds } from "../proof/rows.ts";
import * as seen from "../proof/seen.ts";
import { gapsIn, tableOf } from "../proof/table.ts";
import { percentOf, sentenceOf, totalOf } from "../proof/totals.ts";
import { unknownEffects, unknownExceptions } from "../proof/unknown-parts.ts";
import { loadContracts } from "../source/contracts.ts";
import { type Command, parse, UsageFailure } from "./command.ts";

const HELP = `Reports what the tests have proved of the contracts: responses with their header fields, optional fields and values
of enumerations; and parameters and body fields that a handler reads and that have an effect. A response counts if it
matches the contract in status, headers, content type and body. What no test can prove yet is in "proof.exceptions" of
the configuration, with the reason: it counts neither as proved nor as missing. One that a test proves is an error too.

A recorded effect of a parameter or field that no contract has is an error as well.

Usage: contract proof                          reads the records; exits with 1 unless all is proved
       contract proof --threshold <percent>    exits with 1 if a smaller share is proved ("proof.threshold")
       contract proof --only <kinds>           reports parts of these kinds alone, separated by commas:
                                               ${KINDS.join(", ")}
       contract proof --quiet                  prints the totals and what is missing, and no line for each operation
       contract proof --json <file>            also writes a report: the commit, and what is missing of each operation
       contract proof --reset                  deletes the records, before a run of the tests

Tests save records in the folder "proof.records" of the configuration, "proof" by default, with createRecorder from
@triptych/contract/proof: its functions prove and observe are options of the conformance check of a binding, and
recordEffect records that a test has shown an effect. Responses to HEAD, bodies of more than half a million characters
and responses of servers in other processes are not recorded. After a change of a contract, run the tests again after
--reset: older records still count.
`;

const HOW_TO_PROVE = `
A test that receives the response proves what was "never seen". Where there is "no effect", a test must show that
another value of the parameter or field changes the response or what is stored, and call recordEffect, such as
recordEffect("notes", "listNotes", "query limit"). What no test can show is an exception: "never seen: header 429 Age" is
"header 429 Age" there, "no handler reads the parameter query limit" is "read query limit", and "no effect of" is
"effect …".
`;

const ALWAYS_PRESENT = `
A field that responses always have is never seen "absent": list it under "required" of its schema.
`;

/** Reports or resets what the tests have proved. */
export const command: Command = {
  help: HELP,
  async run(args) {
    const { values } = parse(args, {
      options: { reset: "boolean", json: "string", threshold: "string", only: "string", quiet: "boolean" },
    });
    const config = loadConfig(values.config);
    const threshold = values.threshold === undefined ? config.proof.threshold : percent(values.threshold);
    const kinds = values.only === undefined ? KINDS : values.only.split(",").map(kindOf);
    if (values.reset !== true)
      return report(config, { threshold, kinds, json: values.json, isQuiet: values.quiet === true });
    seen.clear(recordsOf(config));
    return 0;
  },
};

interface ReportOptions {
  readonly threshold: number;
  readonly kinds: readonly Kind[];
  readonly json: string | undefined;
  readonly isQuiet: boolean;
}

async function report(config: Config, { threshold, kinds, json, isQuiet }: ReportOptions): Promise<number> {
  const contracts = loadContracts(config);
  const unknown = unknownExceptions(config.proof.exceptions, contracts);
  if (unknown.length > 0) {
    throw new ToolFailure(unknown.map((text) => `${config.file}: proof.exceptions: ${text}`).join("\n"));
  }
  const records = seen.readAll(recordsOf(config));
  if (records.length === 0) {
    throw new ToolFailure(
      `There are no records in ${recordsOf(config)}. Run the tests first; "contract proof --help" says how they record.`,
    );
  }
  const proved = contracts.map(
    (contract): ProvedContract => [contract, withKinds(rowsOf(contract, records, config.proof.exceptions), kinds)],
  );
  const rows = proved.flatMap(([, rows]) => rows);
  if (!isQuiet) stdout.write(`${proved.map(([, rows]) => tableOf(rows)).join("\n")}\n`);
  stdout.write(`${sentenceOf(totalOf(rows))}\n`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(await reportOf(config.folder, proved), null, 2)}\n`);

  const isExact = reportUnknown(kinds.includes("effect") ? unknownEffects(records, contracts) : []);
  const gaps = gapsIn(rows);
  if (gaps.length === 0) return isExact ? 0 : 1;
  stderr.write(`\nNot proved:\n${gaps.map((gap) => `  ${gap}\n`).join("")}${HOW_TO_PROVE}`);
  if (gaps.some((gap) => /: never seen: field .* absent$/.test(gap))) stderr.write(ALWAYS_PRESENT);
  const reached = percentOf(rows);
  stderr.write(`${reached} % of the parts are proved, and ${threshold} % must be.\n`);
  return isExact && reached >= threshold ? 0 : 1;
}

/** Returns whether there are none. */
function reportUnknown(effects: readonly string[]): boolean {
  if (effects.length === 0) return true;
  stderr.write(`\nNo part of a contract:\n${effects.map((effect) => `  ${effect}\n`).join("")}`);
  stderr.write('Records of earlier runs count until "contract proof --reset".\n');
  return false;
}

function recordsOf({ folder, proof }: Config): string {
  return join(folder, proof.records);
}

function kindOf(text: string): Kind {
  const kind = KINDS.find((known) => known === text.trim());
  if (kind === undefined) throw new UsageFailure(`--only takes ${KINDS.join(", ")}, not ${text}.`);
  return kind;
}

function percent(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 100)) {
    throw new UsageFailure(`--threshold is a number from 0 to 100, not ${text}.`);
  }
  return value;
}
