import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../test/support/server-process.ts";
import { execute } from "../clients/language.ts";

/**
 * Returns the path of a JAR from Maven Central, which is downloaded once. Needs Maven and Java 17 or newer.
 * `artifact` is `<group>:<name>:<version>`.
 */
export async function jar(artifact: string): Promise<string> {
  const [, name, version] = artifact.split(":");
  const folder = join(ROOT, "node_modules/.cache/tools");
  const file = join(folder, `${name}-${version}.jar`);
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  await execute("mvn", ["-q", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]);
  return file;
}
