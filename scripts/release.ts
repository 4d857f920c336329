import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { isHigher, isVersion, releaseChangelog } from "./shared/changelog.ts";

const HELP = `Releases a version: checks that nothing is uncommitted and that npm run release:checks passes, sets the version in
package.json and package-lock.json, releases the contracts that have changed (npm run contract:release), generates their
changelogs, moves the entries below "Unreleased" in CHANGELOG.md to a section of the version, commits, and adds the tag
v<version>. Pushes nothing.

Usage: npm run release -- <version> [--dry-run]

  --dry-run   checks everything and changes nothing
`;

const ROOT = new URL("../", import.meta.url);

if (argv.includes("--help")) stdout.write(HELP);
else {
  try {
    const { values, positionals } = parseArgs({ options: { "dry-run": { type: "boolean" } }, allowPositionals: true });
    release(positionals[0] ?? "", values["dry-run"] ?? false);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : error}\n`);
    exit(1);
  }
}

function release(version: string, isDryRun: boolean): void {
  const { version: current }: { version: string } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
  if (!isVersion(version)) throw new Error("Name a version such as 1.2.3: npm run release -- <version>");
  if (!isHigher(version, current)) throw new Error(`The version must be higher than ${current}.`);
  const tag = `v${version}`;
  if (git("tag", "--list", tag) !== "") throw new Error(`The tag ${tag} exists already.`);
  assertClean("Commit or remove your changes first");
  const file = new URL("CHANGELOG.md", ROOT);
  const changelog = releaseChangelog(readFileSync(file, "utf8"), version, new Date().toISOString().slice(0, 10));
  npm("run", "release:checks");
  assertClean("The checks changed files");
  if (isDryRun) {
    stdout.write(`${version} can be released.\n`);
    return;
  }
  npm("version", version, "--no-git-tag-version", "--no-workspaces-update", "--ignore-scripts");
  npm("run", "contract:release");
  npm("run", "generate");
  writeFileSync(file, changelog);
  git("add", "--all");
  git("commit", "--quiet", "--message", `Release ${version}`);
  git("tag", "--annotate", tag, "--message", `Triptych ${version}`);
  stdout.write(`Committed and tagged ${tag}. Publish it: git push origin HEAD ${tag}\n`);
}

function assertClean(problem: string): void {
  const changes = git("status", "--porcelain");
  if (changes !== "") throw new Error(`${problem}:\n${changes}`);
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trimEnd();
}

/** Runs npm with its output. Throws if it fails. */
function npm(...args: readonly string[]): void {
  execFileSync("npm", ["--silent", ...args], { cwd: ROOT, stdio: "inherit" });
}
