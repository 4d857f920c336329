import { cp, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { ROOT } from "../../harness/server-process.ts";
import { execute } from "../shared/execute.ts";
import type { Tools } from "./language.ts";

/**
 * Prepares oapi-codegen, in the version that scripts/clients/go/go.mod names. It supports only OpenAPI
 * 3.0. Each contract gets its own package.
 */
export async function openTools(folder: string): Promise<Tools> {
  await cp(join(ROOT, "scripts/clients/go"), folder, { recursive: true });
  const settings = { ...env, PATH: [env.PATH, "/usr/local/go/bin"].join(delimiter) };
  const go = (args: readonly string[], variables = {}) =>
    execute("go", args, { cwd: folder, env: { ...settings, ...variables } });
  return {
    async generate(contract) {
      await mkdir(join(folder, contract));
      const source = join(ROOT, `generated/${contract}.openapi-3.0.json`);
      const output = `${contract}/client.go`;
      await go(["tool", "oapi-codegen", "-generate", "types,client", "-package", contract, "-o", output, source]);
    },
    async build() {
      await go(["vet", "./..."]);
      await go(["test", "-c", "-o", "scenarios", "."]);
    },
    async runScenario(contract, variables) {
      const test = `Test${contract.charAt(0).toUpperCase()}${contract.slice(1)}`;
      const args = ["-test.v", "-test.run", `^${test}$`];
      const output = await execute(join(folder, "scenarios"), args, {
        cwd: folder,
        env: { ...settings, ...variables },
      });
      // It also succeeds if no test has this name.
      if (!output.includes(`--- PASS: ${test}`)) throw new Error(`There is no test ${test}.`);
    },
  };
}
