import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Test } from "tap";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A folder in which the packed SDK is installed, with its dependency and nothing else. */
export interface SdkProject {
  readonly folder: string;
  /** The folder of the installed SDK. */
  readonly installed: string;
  readonly tarball: string;
  /** The paths of the packed files. */
  readonly files: readonly string[];
}

/**
 * Packs and installs the SDK in a temporary folder, which is deleted when the test ends. `npm run build --workspace packages/sdk`
 * must have built it: several tests run at once, and a build deletes the files of the one before.
 */
export async function installSdk(t: Test): Promise<SdkProject> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-sdk-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const options = ["--json", "--ignore-scripts", "--no-update-notifier", "--workspace", "packages/sdk"];
  const packArguments = ["pack", ...options, "--pack-destination", folder];
  const [packed] = JSON.parse(await runClean("npm", packArguments, ROOT));
  const installed = join(folder, "node_modules", "triptych-sdk");
  await mkdir(installed, { recursive: true });
  await runClean("tar", ["-xzf", packed.filename, "-C", installed, "--strip-components=1"], folder);
  await symlink(join(ROOT, "node_modules/openapi-fetch"), join(folder, "node_modules/openapi-fetch"));
  const dependencies = { "triptych-sdk": packed.version };
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies }));
  return {
    folder,
    installed,
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }: { path: string }) => path),
  };
}

/**
 * Runs a program without the test runner's environment variables, which would make Node load tap's module
 * loader. Returns its stdout; throws when it fails.
 */
export async function runClean(
  program: string,
  args: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const environment = { PATH: env.PATH, HOME: env.HOME, ...variables };
  const running = promisify(execFile)(program, [...args], { cwd, env: environment });
  running.child.stdin?.end();
  return (await running).stdout;
}
