import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { execute } from "../shared/execute.ts";
import { runJava, SHORT_PROGRAM } from "./java.ts";
import { openGenerator } from "./openapi-generator.ts";
import { assertScenarioPassed, scenarioOf, type Tool } from "./tool.ts";

/**
 * The libraries of the generated code that are not in the generator's JAR. Debian's packages
 * libjakarta-annotation-api-java and libhttpmime-java install them here.
 */
const LIBRARIES = ["jakarta-annotation-api", "httpmime", "httpclient", "httpcore"].map(
  (name) => `/usr/share/java/${name}.jar`,
);

/** With the default of openApiNullable, the code would also need jackson-databind-nullable, which Debian lacks. */
const OPTIONS = ["--library", "native", "--additional-properties", "openApiNullable=false,useJakartaEe=true"];

/** The generator java, with the HTTP client of the standard library. */
export async function open(): Promise<Tool> {
  const { version, jar, generate } = await openGenerator();
  const classPath = [jar, ...LIBRARIES].join(delimiter);
  return {
    name: "openapi-generator, java",
    version,
    checks: `generates with \`${OPTIONS.join(" ")}\`, compiles with javac, runs the scenario`,
    async run(input) {
      await generate("java", input, OPTIONS);
      const { folder } = input;
      const scenario = scenarioOf(input);
      const sources = await javaFilesIn(join(folder, "client/src/main/java"));
      if (scenario !== undefined) sources.push(join(scenario, "OpenApiGenerator.java"));
      const classes = join(folder, "classes");
      await runJava(jar, "javac", ["-proc:none", "-cp", classPath, "-d", classes, ...sources]);
      if (scenario === undefined) return;
      const args = [...SHORT_PROGRAM, "-cp", [classes, classPath].join(delimiter), "OpenApiGenerator"];
      assertScenarioPassed(await execute("java", args, { env: { ...env, ...input.variables } }));
    },
  };
}

async function javaFilesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith(".java")).map((file) => join(folder, file));
}
