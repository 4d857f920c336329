import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Test } from "tap";
import { packed } from "../../src/packing/packages.ts";

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

/** Installs the SDK that the server serves in a temporary folder, which is deleted when the test ends. */
export async function installSdk(t: Test): Promise<SdkProject> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-sdk-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const tarball = join(folder, "triptych-sdk.tgz");
  await writeFile(tarball, await packed("triptych-sdk"));
  const installed = join(folder, "node_modules", "triptych-sdk");
  await mkdir(installed, { recursive: true });
  await runClean("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"], folder);
  await symlink(join(ROOT, "node_modules/openapi-fetch"), join(folder, "node_modules/openapi-fetch"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  return { folder, installed, tarball, files: await filesIn(tarball) };
}

/** The paths of the files in a packed package. */
export async function filesIn(tarball: string): Promise<string[]> {
  const listed = await runClean("tar", ["-tzf", tarball], tmpdir());
  return listed
    .trim()
    .split("\n")
    .map((path) => path.replace("package/", ""));
}

/** The examples of a README, each with the output that the README shows for it. */
export function readmeExamples(readme: string): { readonly code: string; readonly output: string }[] {
  return [...readme.matchAll(/```ts\n([\s\S]*?)```\s+```text\n([\s\S]*?)```/g)].map(([, code = "", output = ""]) => ({
    code,
    output,
  }));
}

/** For npm: prefer its cache, and trust what this process trusts. */
export const NPM: Readonly<Record<string, string>> = {
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_loglevel: "error",
  ...(env.NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS: env.NODE_EXTRA_CA_CERTS }),
};

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
