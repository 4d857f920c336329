import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

/** The content of each file of a package, by its path in the package. */
export type PackageFiles = ReadonlyMap<string, string | Buffer>;

/** The time of all files: that of `npm pack`. */
const MODIFIED = new Date("1985-10-26T08:15:00.000Z");

/** Packs files as npm does. The same files are the same bytes. */
export async function toTarball(files: PackageFiles): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    tar.entry({ name: `package/${name}`, mtime: MODIFIED }, content);
  tar.finalize();
  return buffer(tar.pipe(createGzip({ level: 9 })));
}
