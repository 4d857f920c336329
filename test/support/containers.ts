import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Test } from "tap";
import { openNamespace } from "./namespace.ts";
import { run } from "./run.ts";

/** Runs a command of podman or buildah and returns its stdout. */
export interface Containers {
  (command: readonly string[]): Promise<string>;
  /** The program and its arguments that run the command. */
  readonly commandOf: (command: readonly string[]) => readonly string[];
}

// crun rejects machines on which a part of the cgroups is at /sys/fs/cgroup/unified, as in some virtual machines.
const PREPARE = `
if mountpoint -q /sys/fs/cgroup/unified; then umount /sys/fs/cgroup/unified; fi
ready
exec cat`;

/** Options of `podman run`: its default limits are above what some machines allow. */
export const LIMITS = ["--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096"];

/**
 * Podman and buildah in one mount namespace of this test, with their images and containers in memory: copying
 * and deleting the many small files of packages takes much longer on a disk. `folder` gets the mounts.
 */
export async function openContainers(t: Test, folder: string): Promise<Containers> {
  const storage = join(folder, "storage");
  await mkdir(storage);
  const namespace = await openNamespace(t, ["mount"], `mount -t tmpfs tmpfs "${storage}"${PREPARE}`);
  const commandOf: Containers["commandOf"] = ([program = "", ...args]) =>
    namespace.commandOf([program, "--root", `${storage}/root`, "--runroot", `${storage}/run`, ...args]);
  const containers: Containers = Object.assign((command: readonly string[]) => run(commandOf(command)), { commandOf });
  // Podman leaves mounts behind, which must be gone before the folder is.
  t.teardown(() => containers(["podman", "system", "reset", "--force"]));
  return containers;
}
