import { stderr, stdout } from "node:process";
import { type Config, loadConfig } from "../config.ts";
import { brokenContracts, compareAll } from "../diff/compare.ts";
import { loadVersion } from "../diff/sources.ts";
import { textOf, versionTextOf } from "../diff/text.ts";
import { missingVersion } from "../diff/version.ts";
import { loadContracts } from "../source/contracts.ts";
import { type Command, parse, UsageFailure } from "./command.ts";

const HELP = `Compares the contracts with another version of them, and prints the changes, the worst first; ✗ marks those that need a
new major version. Exits with 1 when a change breaks or may break clients, but info.version has the same major version.
Removing an operation, or a contract, after the x-sunset dates of the older version is not breaking.

Usage: contract diff <base> [<head>]    <head> is the newer version; the contracts as they are by default
       contract diff                    compares with the releases in the folder "diff.released" of the configuration,
                                        <name>/<version>.yaml. Then info.version must rise with every change: the minor
                                        version for one that breaks no client, the patch version for texts

A version is a revision of git, such as main or v1.2.0; a folder with a contract.config.json, of releases, or of bundled
contracts (<name>.openapi.yaml of contract generate, named <name>.yaml); or the file of a bundled contract.

oasdiff compares the contracts: go install github.com/oasdiff/oasdiff@v1.33.0, or --oasdiff <program>. "diff.breaking"
and "diff.harmless" of the configuration are identifiers of changes (oasdiff checks) that a project judges otherwise.
`;

/** Compares two versions of the contracts. */
export const command: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = parse(args, { options: { oasdiff: "string" }, positionals: [0, 2] });
    const config = loadConfig(values.config);
    const [base = releasedOf(config), head] = positionals;
    const comparisons = await compareAll(
      { program: values.oasdiff ?? "oasdiff", ...config.diff },
      loadVersion(config, base),
      head === undefined ? loadContracts(config) : loadVersion(config, head),
    );
    const isReleased = positionals.length === 0;
    const texts = comparisons.map((comparison) => textOf(comparison) + (isReleased ? versionTextOf(comparison) : ""));
    stdout.write(texts.join(""));
    const broken = brokenContracts(comparisons);
    if (broken.length > 0) stderr.write(`Breaking changes without a new major version: ${broken.join(", ")}.\n`);
    const outdated = isReleased && comparisons.some((comparison) => missingVersion(comparison) !== undefined);
    return broken.length > 0 || outdated ? 1 : 0;
  },
};

function releasedOf({ file, diff }: Config): string {
  if (diff.released !== undefined) return diff.released;
  throw new UsageFailure(`Name a version to compare with; ${file} has no "diff.released".`);
}
