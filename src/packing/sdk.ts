import { readdir, readFile } from "node:fs/promises";
import { toJavaScript } from "./compile.ts";
import type { PackageFiles } from "./tarball.ts";

/** The files of the package `triptych-sdk`, from its sources in `packages/sdk` and the declarations in `generated`. */
export async function sdkFiles(root: URL): Promise<PackageFiles> {
  const sdk = new URL("packages/sdk/", root);
  const files = new Map<string, string>();
  for (const name of ["LICENSE", "README.md", "package.json"])
    files.set(name, await readFile(new URL(name, sdk), "utf8"));
  const declarations = new URL("generated/sdk/", root);
  const declared = await modulesIn(declarations);
  for (const name of await modulesIn(new URL("src/", sdk))) {
    const source = await readFile(new URL(`src/${name}`, sdk), "utf8");
    const [module, declaration] = [name.replace(/ts$/, "js"), name.replace(/ts$/, "d.ts")];
    if (declared.includes(declaration)) {
      files.set(`dist/${module}`, toJavaScript(source));
      files.set(`dist/${declaration}`, await readFile(new URL(declaration, declarations), "utf8"));
    } else {
      // It has only types.
      files.set(`dist/${declaration}`, source);
    }
  }
  return files;
}

async function modulesIn(folder: URL): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
}
