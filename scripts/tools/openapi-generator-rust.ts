import { appendFile, copyFile, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { env } from "node:process";
import { execute } from "../shared/execute.ts";
import { openGenerator } from "./openapi-generator.ts";
import { assertScenarioPassed, scenarioOf, type Tool } from "./tool.ts";

/**
 * What the scenario needs besides the client, which may depend on the same library. All clients get it, and none is only
 * checked, because Cargo compiles all libraries again for other features, and to check.
 */
const DEPENDENCIES = '\n[dev-dependencies.tokio]\nversion = "1"\nfeatures = ["macros", "rt"]\n';

/** The generator rust. All inputs share the compiled libraries. */
export async function open(): Promise<Tool> {
  const { version, generate } = await openGenerator();
  return {
    name: "openapi-generator, rust",
    version,
    checks: "generates, compiles with `cargo build`, runs the scenario",
    async run(input) {
      await generate("rust", input);
      const cwd = join(input.folder, "client");
      const settings = {
        ...env,
        ...input.variables,
        CARGO_TARGET_DIR: join(dirname(input.folder), "target"),
        PATH: [env.PATH, join(homedir(), ".cargo/bin")].join(delimiter),
      };
      const cargo = (args: readonly string[]) => execute("cargo", args, { cwd, env: settings });
      const scenario = scenarioOf(input);
      await appendFile(join(cwd, "Cargo.toml"), DEPENDENCIES);
      if (scenario === undefined) {
        await cargo(["build", "--quiet"]);
        return;
      }
      await mkdir(join(cwd, "examples"));
      await copyFile(join(scenario, "openapi_generator.rs"), join(cwd, "examples/scenario.rs"));
      assertScenarioPassed(await cargo(["run", "--quiet", "--example", "scenario"]));
    },
  };
}
