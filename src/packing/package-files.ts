import { readdir, readFile } from "node:fs/promises";
import { specifiersIn, toJavaScript } from "./compile.ts";
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

/** What `triptych/tap` imports. */
const ENTRY = "src/testing/tap.js";

const CONTRACT = "packages/contract/src/";

/** A module whose URL `glue.js` composes. */
const GLUE_VALIDATOR = `${CONTRACT}glue-validator.js`;

/** Folders whose files, other than modules, the server reads. */
const ASSETS = ["src/", "generated/"];

/** The files that the server reads from elsewhere. */
const OTHERS = ["LICENSE", "NOTICE", "docs/quickstart.md"];

/**
 * The files of a package with which tests start a server, in JavaScript: Node strips no types in `node_modules`. It has
 * the modules that the server can load, also the ones that it imports when they are needed, and depends on the packages
 * that these import.
 */
export async function tapFiles(root: URL): Promise<PackageFiles> {
  const files = new Map<string, string | Buffer>();
  const packages = new Set<string>();
  const waiting = [ENTRY, GLUE_VALIDATOR];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    const javascript = await compiled(root, path);
    files.set(path, javascript);
    for (const specifier of specifiersIn(javascript)) {
      const imported = pathOf(specifier, path);
      if (imported !== undefined) waiting.push(imported);
      else if (!specifier.startsWith("node:")) packages.add(packageOf(specifier));
    }
  }
  for (const path of [...(await assetsIn(root)), ...OTHERS]) files.set(path, await readFile(new URL(path, root)));
  for (const name of ["tap", "fixtures"]) {
    const declarations = await readFile(new URL(`generated/tap/${name}.d.ts`, root), "utf8");
    files.set(`src/testing/${name}.d.ts`, declarations);
  }
  files.set("package.json", await manifest(root, packages));
  return files;
}

/** A module, in JavaScript. */
async function compiled(root: URL, path: string): Promise<string> {
  const source = new URL(path.replace(/\.js$/, ".ts"), root);
  return readFile(source, "utf8").then(toJavaScript, () => readFile(new URL(path, root), "utf8"));
}

/** The path of an imported module of this package; undefined for those of other packages and of Node. */
function pathOf(specifier: string, importer: string): string | undefined {
  if (specifier.startsWith("#contract/")) return `${specifier.replace("#contract/", CONTRACT)}.js`;
  if (!specifier.startsWith(".")) return undefined;
  return new URL(specifier, `file:///${importer}`).pathname.slice(1);
}

/** `@scope/name` or `name`, of a specifier such as `ajv/dist/2020.js`. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

async function assetsIn(root: URL): Promise<string[]> {
  const names = await Promise.all(
    ASSETS.map(async (folder) => {
      const entries = await readdir(new URL(folder, root), { recursive: true, withFileTypes: true });
      const start = new URL(folder, root).pathname;
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => folder + `${entry.parentPath}/${entry.name}`.replace(/\/+/g, "/").slice(start.length));
    }),
  );
  // Modules are no assets, nor are the sources of the scripts in generated/.
  return names.flat().filter((name) => !name.endsWith(".ts") && !(name.startsWith("src/") && name.endsWith(".js")));
}

/** The text of package.json, with the packages that are needed in the versions that the server has. */
async function manifest(root: URL, packages: ReadonlySet<string>): Promise<string> {
  const { name, version, description, license, dependencies } = JSON.parse(
    await readFile(new URL("package.json", root), "utf8"),
  );
  const types = `./${ENTRY.replace(/\.js$/, ".d.ts")}`;
  const own = {
    name,
    version,
    description,
    license,
    type: "module",
    engines: { node: ">=22.15" },
    exports: { "./tap": { types, default: `./${ENTRY}` }, "./package.json": "./package.json" },
    // For moduleResolution node10, which does not read `exports`.
    typesVersions: { "*": { tap: [types] } },
    imports: { "#contract/*": `./${CONTRACT}*.js` },
    dependencies: Object.fromEntries([...packages].sort().map((needed) => [needed, dependencies[needed]])),
  };
  return `${JSON.stringify(own, undefined, 2)}\n`;
}
