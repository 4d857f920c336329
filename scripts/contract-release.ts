import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { brokenContracts, type Comparison, compareAll } from "#contract/tools/diff/compare";
import { loadLastReleases } from "#contract/tools/diff/releases";
import { isUnchanged, missingVersion } from "#contract/tools/diff/version";
import type { SourceContract } from "#contract/tools/source/contracts";
import { CONFIG, loadContracts } from "../harness/contracts.ts";
import { oasdiff } from "./shared/downloads.ts";

const HELP = `Releases the contracts that have changed: copies each of these openapi/<name>.yaml, with the parts of
openapi/common.yaml that it uses and the date, to openapi/released/<name>/<version>.yaml. Deletes the releases of removed
contracts. Then run npm run generate, which writes the changelogs and the documents of the releases.

Usage: npm run contract:release

Changes nothing and exits with 1 while npm run contract:diff fails: when info.version of a changed contract did not rise,
or not as much as its changes need.
`;

if (argv.includes("--help")) stdout.write(HELP);
else await release();

async function release(): Promise<void> {
  const { released } = CONFIG.diff;
  if (released === undefined) throw new Error(`${CONFIG.file} has no "diff.released".`);
  const program = await oasdiff();
  const comparisons = await compareAll({ program, ...CONFIG.diff }, loadLastReleases(released), loadContracts());
  const problems = problemsOf(comparisons);
  if (problems.length > 0) {
    stderr.write(`${problems.join("\n")}\nSee npm run contract:diff. Nothing was released.\n`);
    exit(1);
  }
  const today = new Date().toISOString().slice(0, 10);
  for (const { name, base, head } of comparisons) {
    if (head === undefined) {
      await rm(join(released, name), { recursive: true });
      stdout.write(`${name} is removed\n`);
    } else if (base !== undefined && isUnchanged(base, head)) {
      stdout.write(`${name} ${head.document.info.version} has not changed since its release\n`);
    } else {
      const file = join(released, name, `${head.document.info.version}.yaml`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, withDate(head, today));
      stdout.write(`${name} ${head.document.info.version}\n`);
    }
  }
}

function problemsOf(comparisons: readonly Comparison[]): string[] {
  const broken = brokenContracts(comparisons).map((name) => `${name} has breaking changes.`);
  const outdated = comparisons.flatMap((comparison) => {
    const missing = missingVersion(comparison);
    return missing === undefined ? [] : [`info.version of ${comparison.name} has to rise to ${missing}.`];
  });
  return [...broken, ...outdated];
}

/** The text of a contract with the day of its release, below its version. */
function withDate({ path, yaml, document }: SourceContract, date: string): string {
  const line = `\n  version: ${document.info.version}\n`;
  if (!yaml.includes(line)) throw new Error(`${path}: "info.version" is not on a line of its own, without quotes.`);
  return yaml.replace(line, `${line}  x-released: ${date}\n`);
}
