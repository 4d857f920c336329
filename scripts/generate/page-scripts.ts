import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Files } from "#contract/tools/generate/documents";
import { SCRIPTS } from "../../src/pages/design/assets.ts";

const SOURCES = "src/pages/assets/";
const OUTPUT = "generated/scripts/";

/**
 * Makes the scripts that pages load: each without comments and with short names, in one file with all that it imports
 * but other scripts of the list.
 */
export async function pageScripts(root: URL): Promise<Files> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: SCRIPTS.map((name) => ({
      in: name === "idiomorph.js" ? "idiomorph" : SOURCES + name,
      out: name.replace(/\.js$/, ""),
    })),
    outdir: OUTPUT,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    charset: "utf8",
    legalComments: "none",
    write: false,
    logLevel: "error",
    plugins: [
      {
        name: "other scripts of pages",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.\// }, ({ path, kind }) =>
            kind !== "entry-point" && SCRIPTS.some((name) => path === `./${name}`)
              ? { path, external: true }
              : undefined,
          ),
      },
    ],
  });
  return outputFiles.map(({ path, text }) => [OUTPUT + basename(path), text] as const);
}
