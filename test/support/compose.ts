import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import type { Test } from "tap";
import { ROOT } from "../../harness/server-process.ts";
import { run } from "./run.ts";

/** A service of a Compose file, as far as tests read it. */
export interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly image?: string;
  readonly user?: string;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
}

/** The folder of the Compose files. */
export const FOLDER = join(ROOT, "deploy/compose");

/** The services that Compose starts there, with the text of `.env`. Rejects if a value is missing. */
export async function readServices(t: Test, environment = ""): Promise<Readonly<Record<string, Service>>> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-env-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, ".env");
  await writeFile(file, environment);
  const options = { cwd: FOLDER, env: { PATH: process.env.PATH } };
  const config = await run(["docker-compose", "--env-file", file, "config"], options);
  // docker-compose has checked it against the schema of Compose files.
  return (load(config) as { services: Readonly<Record<string, Service>> }).services;
}

/** The options of `podman run` for what a service may do and where it writes, without its ports. */
export function optionsOf(service: Service): readonly string[] {
  const { user = "", read_only = false, cap_drop = [], security_opt = [], tmpfs = [], volumes = [] } = service;
  return [
    ...["--user", user, ...(read_only ? ["--read-only"] : [])],
    ...cap_drop.flatMap((capability) => ["--cap-drop", capability]),
    ...security_opt.flatMap((option) => ["--security-opt", option]),
    ...tmpfs.flatMap((path) => ["--tmpfs", path]),
    ...volumes.flatMap((volume) => ["--volume", volume]),
  ];
}
