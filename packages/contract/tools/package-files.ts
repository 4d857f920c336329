import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the package: above `tools/`, or above `dist/tools/` when built. */
const ROOT = [new URL("../", import.meta.url), new URL("../../", import.meta.url)].find((folder) =>
  existsSync(new URL("package.json", folder)),
);

/** The path of a file of the package that is not built. */
export function packageFile(path: string): string {
  if (ROOT === undefined) throw new Error("The package has no package.json.");
  return fileURLToPath(new URL(path, ROOT));
}
