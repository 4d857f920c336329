import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { env, execPath } from "node:process";
import type { Containers } from "./containers.ts";
import { run } from "./run.ts";

/** The image that replaces those of a registry. */
export const BASE = "localhost/triptych-base";

// The part of Debian's slim image that a server and its build use.
const PACKAGES = [
  ...["base-files", "libc6", "libgcc-s1", "libstdc++6", "dash", "coreutils", "findutils", "libacl1", "libattr1"],
  ...["libgmp10", "libselinux1", "libpcre2-8-0", "libssl3"],
];

/** Makes the image, of Debian's packages. `folder` gets temporary files. */
export async function makeBaseImage(containers: Containers, folder: string): Promise<void> {
  const [packages, root] = [join(folder, "packages"), join(folder, "root")];
  await mkdir(packages, { recursive: true });
  await mkdir(join(root, "tmp"), { recursive: true });
  await run(["apt-get", "-qq", "download", ...PACKAGES], { cwd: packages });
  for (const file of await readdir(packages)) await run(["dpkg-deb", "--extract", join(packages, file), root]);
  const container = (await containers(["buildah", "from", "--isolation", "chroot", "--pull-never", "scratch"])).trim();
  await containers(["buildah", "add", "--quiet", container, root, "/"]);
  await containers(["buildah", "commit", "--quiet", "--rm", container, BASE]);
}

/** Options of `buildah build` with which the base image can also build: it gets this machine's Node and npm. */
export async function builderOptions(): Promise<readonly string[]> {
  const npm = (await run(["bash", "-c", 'dirname "$(dirname "$(realpath "$(command -v npm)")")"'])).trim();
  const { NODE_EXTRA_CA_CERTS } = env;
  const volumes = [
    [execPath, "/usr/local/bin/node"],
    [npm, "/usr/local/lib/npm"],
    [join(import.meta.dirname, "npm-in-image.sh"), "/usr/local/bin/npm"],
    ...(NODE_EXTRA_CA_CERTS === undefined ? [] : [[NODE_EXTRA_CA_CERTS, "/usr/local/lib/certificates.pem"]]),
  ];
  return volumes.flatMap((paths) => ["--volume", `${paths.join(":")}:ro`]);
}
