import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installPackages, linkPackages, runPackage, versionOf } from "./npm.ts";
import { baseUrlOf, type Input, type Tool } from "./tool.ts";
import { checkTypeScript } from "./typescript.ts";

/** Generates functions that use axios, which is the default. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "kubb",
    version: versionOf("@kubb/plugin-client"),
    checks: "generates with the option `baseURL`, compiles with `tsc --strict`, runs the scenario",
    async run(input) {
      await writeFile(join(input.folder, "kubb.config.mjs"), toConfig(input));
      await linkPackages(input.folder);
      await runPackage("kubb", ["generate", "--config", "kubb.config.mjs"], input.folder);
      await checkTypeScript(input, "client/index.ts", "kubb");
    },
  };
}

/** A configuration file: types and functions, which Prettier need not format. The base URL is a setting. */
function toConfig(input: Input): string {
  const client = { baseURL: baseUrlOf(input) };
  return `import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  input: { path: ${JSON.stringify(input.file)} },
  output: { path: "client", format: false },
  plugins: [pluginOas(), pluginTs(), pluginClient(${JSON.stringify(client)})],
});
`;
}
