import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { env, execPath } from "node:process";
import type { Containers } from "./containers.ts";
import { run } from "./run.ts";

/** The images that replace those of a registry. */
export const BASE = "localhost/triptych-base";
export const BUILDER = "localhost/triptych-builder";

// The part of Debian's slim image that a server and its build use.
const PACKAGES = [
  ...["base-files", "libc6", "libgcc-s1", "libstdc++6", "dash", "coreutils", "libacl1", "libattr1"],
  ...["libgmp10", "libselinux1", "libpcre2-8-0", "libssl3"],
];

interface Image {
  readonly name: string;
  readonly from: string;
  /** `[from, to]` of files and folders to copy. */
  readonly files: readonly (readonly [string, string])[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Makes both images, of Debian's packages and this machine's Node and npm. `folder` gets temporary files. */
export async function makeBaseImages(containers: Containers, folder: string): Promise<void> {
  const [packages, root] = [join(folder, "packages"), join(folder, "root")];
  await mkdir(packages, { recursive: true });
  await mkdir(join(root, "tmp"), { recursive: true });
  await run(["apt-get", "-qq", "download", ...PACKAGES], { cwd: packages });
  for (const file of await readdir(packages)) await run(["dpkg-deb", "--extract", join(packages, file), root]);
  await makeImage(containers, { name: BASE, from: "scratch", files: [[root, "/"]] });

  const npm = (await run(["bash", "-c", 'dirname "$(dirname "$(realpath "$(command -v npm)")")"'])).trim();
  const { NODE_EXTRA_CA_CERTS } = env;
  const builder = {
    name: BUILDER,
    from: BASE,
    files: [
      [execPath, "/usr/local/bin/node"],
      [npm, "/usr/local/lib/npm"],
      [join(import.meta.dirname, "npm-in-image.sh"), "/usr/local/bin/npm"],
    ] satisfies Image["files"],
  };
  await makeImage(
    containers,
    NODE_EXTRA_CA_CERTS === undefined
      ? builder
      : {
          ...builder,
          files: [...builder.files, [NODE_EXTRA_CA_CERTS, NODE_EXTRA_CA_CERTS]],
          environment: { NODE_EXTRA_CA_CERTS },
        },
  );
}

async function makeImage(containers: Containers, { name, from, files, environment = {} }: Image): Promise<void> {
  const container = (await containers(["buildah", "from", "--isolation", "chroot", "--pull-never", from])).trim();
  for (const [source, target] of files) await containers(["buildah", "add", "--quiet", container, source, target]);
  for (const [variable, value] of Object.entries(environment)) {
    await containers(["buildah", "config", "--env", `${variable}=${value}`, container]);
  }
  await containers(["buildah", "commit", "--quiet", "--rm", container, name]);
}
