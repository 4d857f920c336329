import { join } from "node:path";
import { execute } from "../shared/execute.ts";
import { runJava } from "./java.ts";
import { installPythonPackages } from "./python-packages.ts";
import type { Input } from "./tool.ts";

/** openapi-generator, which generates clients in several languages. */
export interface OpenApiGenerator {
  readonly version: string;
  /** The path of the JAR, which also contains Jackson. */
  readonly jar: string;
  /** Generates a client in the folder `client` of the input. */
  readonly generate: (language: string, input: Input, options?: readonly string[]) => Promise<void>;
}

/** Installs the generator from PyPI, which also has its JAR. Needs Java 17 or newer. */
export async function openGenerator(): Promise<OpenApiGenerator> {
  const { bin, versionOf } = await installPythonPackages();
  const script = "import importlib.resources as r; print(r.files('openapi_generator_cli') / 'openapi-generator.jar')";
  const jar = (await execute(join(bin, "python"), ["-c", script])).trim();
  return {
    version: versionOf("openapi-generator-cli"),
    jar,
    async generate(language, { file, folder }, options = []) {
      const output = join(folder, "client");
      const args = ["generate", "-g", language, "-i", file, "-o", output, ...options];
      await runJava(jar, "openapi-generator", args);
    },
  };
}
