import { readFile } from "node:fs/promises";
import process, { argv, stderr, stdout } from "node:process";
import { isDeepStrictEqual } from "node:util";
import { changelogOf, type Release } from "#contract/tools/diff/changelog";
import { breakingBetween } from "#contract/tools/diff/oasdiff";
import { loadReleases } from "#contract/tools/diff/releases";
import { hasRisen } from "#contract/tools/diff/version";
import { toEventChange, withEventOperations } from "#contract/tools/diff/webhooks";
import type { SourceContract } from "#contract/tools/source/contracts";
import { CONFIG } from "../harness/contracts.ts";
import { EXCEPTIONS } from "./contract-history/exceptions.ts";
import { oasdiff } from "./shared/downloads.ts";

const HELP = `Compares consecutive releases of each contract, openapi/released/<name>/<version>.yaml, with oasdiff, which is built as
for npm run contract:diff.

Usage: npm run contract:history

Exits with 1 when the changelog that npm run generate wrote is not what follows from the releases; when a release lacks
the rise of its version that the changelog says its changes need; and when a change that oasdiff calls breaking is
not marked as breaking there, unless scripts/contract-history/exceptions.ts explains why. An exception that excepts
nothing is an error too.
`;

if (argv.includes("--help")) stdout.write(HELP);
else {
  const problems = await check();
  process.exitCode = problems.length === 0 ? 0 : 1;
  stderr.write(problems.map((problem) => `✗ ${problem}\n`).join(""));
}

async function check(): Promise<string[]> {
  const { released, ...rules } = CONFIG.diff;
  if (released === undefined) throw new Error(`${CONFIG.file} has no "diff.released".`);
  const program = await oasdiff();
  const problems: string[] = [];
  const used = new Set<object>();
  for (const [name, releases] of loadReleases(released)) {
    const changelog = await changelogOf(releases, { rules, program: async () => program, earlier: [] });
    if (!isDeepStrictEqual(changelog, await generatedChangelog(name)))
      problems.push(`${name}: The changelog is out of date: delete it, and run npm run generate.`);
    for (const [before, after] of pairsOf(releases)) {
      const findings = await findingsBetween(program, before, after, changelog);
      problems.push(...findings.filter(({ exception }) => exception === undefined).map(({ text }) => text));
      for (const { exception } of findings) if (exception !== undefined) used.add(exception);
    }
    problems.push(...risesIn(name, releases, changelog));
    stdout.write(`${name}: ${releases.map(({ document }) => document.info.version).join(", ")}\n`);
  }
  const unused = EXCEPTIONS.filter((exception) => !used.has(exception));
  return [
    ...problems,
    ...unused.map(({ contract, version, id }) => `The exception ${contract} ${version} ${id} excepts nothing.`),
  ];
}

/** What oasdiff calls breaking and the changelog does not, with the exception that explains it. */
async function findingsBetween(
  program: string,
  before: SourceContract,
  after: SourceContract,
  changelog: readonly Release[],
) {
  const { name, document } = after;
  const { version } = document.info;
  const marked = changelog
    .filter((release) => release.version === version)
    .flatMap(({ changes }) => changes.filter(({ severity }) => severity !== "harmless"));
  const found = await breakingBetween(program, withEventOperations(before), withEventOperations(after));
  return found
    .map((change) => toEventChange(change, after))
    .filter(({ id, place, text }) => !marked.some((one) => one.id === id && one.place === place && one.text === text))
    .map(({ id, place, text }) => ({
      text: `${name} ${version}: oasdiff calls this breaking, the changelog does not: ${place}: ${text} (${id})`,
      exception: EXCEPTIONS.find((one) => one.contract === name && one.version === version && one.id === id),
    }));
}

/** The releases whose version rose by less than their changes need. */
function risesIn(name: string, releases: readonly SourceContract[], changelog: readonly Release[]): string[] {
  return pairsOf(releases).flatMap(([before, after]) => {
    const { version } = after.document.info;
    const needed = changelog.find((release) => release.version === version)?.rise;
    const isEnough = needed === undefined || hasRisen(before.document.info.version, version, needed);
    return isEnough ? [] : [`${name} ${version}: Its changes need a new ${needed} version.`];
  });
}

function pairsOf(releases: readonly SourceContract[]): (readonly [SourceContract, SourceContract])[] {
  return releases.slice(1).flatMap((after, index) => {
    const before = releases[index];
    return before === undefined ? [] : [[before, after] as const];
  });
}

async function generatedChangelog(name: string): Promise<readonly Release[]> {
  const file = new URL(`../generated/releases/${name}/changelog.json`, import.meta.url);
  const { releases }: { readonly releases: readonly Release[] } = JSON.parse(await readFile(file, "utf8"));
  return releases;
}
