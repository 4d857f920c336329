import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join, posix } from "node:path";
import { CONFIG_FILE, type Config, contractsOf, type FindPaths, loadConfig } from "../config.ts";
import { ToolFailure } from "../failure.ts";
import { loadContracts, parseContract, type SourceContract } from "../source/contracts.ts";
import { loadLastReleases } from "./releases.ts";

/**
 * The contracts of another version: a folder, with a configuration, with bundled contracts alone, or with releases, of
 * which the last ones count; a bundled contract; or a revision of git, such as `main` or `v1.2.0`. At a revision, these are the contracts that its configuration
 * lists; without one, those that the configuration lists now, where they existed.
 */
export function loadVersion(config: Config, version: string): SourceContract[] {
  if (!existsSync(version)) return loadRevision(config, version);
  if (!statSync(version).isDirectory()) return [readContract(version, nameFor(config, version))];
  const own = join(version, CONFIG_FILE);
  if (existsSync(own)) return loadContracts(loadConfig(own));
  const files = globSync("*.{yaml,yml,json}", { cwd: version }).sort();
  return [...files.map((file) => readContract(join(version, file), nameOf(file))), ...loadLastReleases(version)];
}

function readContract(path: string, name: string): SourceContract {
  return parseContract(name, readFileSync(path, "utf8"), path);
}

function nameOf(file: string): string {
  return basename(file, extname(file));
}

/** The most that git may write: the list of all files of a repository, in bytes. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/** The name of the contract that a file is compared with: the only one, or the one of the same name. */
function nameFor({ contracts }: Config, file: string): string {
  const [only, ...others] = contracts;
  return only !== undefined && others.length === 0 ? only.name : nameOf(file);
}

/** Runs git; undefined when it fails. */
type Git = (...args: readonly string[]) => string | undefined;

function loadRevision(config: Config, revision: string): SourceContract[] {
  const git: Git = (...args) => {
    try {
      return execFileSync("git", args, {
        cwd: config.folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        maxBuffer: MAX_OUTPUT,
      });
    } catch {
      return undefined;
    }
  };
  if (git("rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`) === undefined) {
    throw new ToolFailure(`There is no folder, file or revision of git ${revision}.`);
  }
  const read = (path: string) => git("show", `${revision}:./${path}`);
  const text = read(basename(config.file));
  try {
    const then =
      text === undefined
        ? { contracts: config.contracts.filter(({ path }) => read(path) !== undefined) }
        : contractsOf(config, text, pathsAt(revision, git));
    return loadContracts({ ...config, ...then }, read);
  } catch (error) {
    throw error instanceof ToolFailure ? new ToolFailure(`At ${revision}: ${error.message}`) : error;
  }
}

/** Finds files of a revision. */
function pathsAt(revision: string, git: Git): FindPaths {
  const folder = (git("rev-parse", "--show-prefix") ?? "").trim();
  const all = (git("ls-tree", "-r", "-z", "--name-only", "--full-tree", revision) ?? "").split("\0");
  return (pattern) => {
    const full = posix.join(folder, pattern);
    return all
      .filter((path) => path === full || posix.matchesGlob(path, full))
      .map((path) => posix.relative(folder, path));
  };
}
