import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runGo } from "./go.ts";
import { TOOLS } from "./npm.ts";
import type { Tool } from "./tool.ts";

const MODULE = join(TOOLS, "oapi-codegen");

/** The generator oapi-codegen, with scenarios of its own in tools/oapi-codegen/. */
export async function open(): Promise<Tool> {
  return {
    name: "oapi-codegen",
    version: /oapi-codegen\/v2 v(\S+)/.exec(await readFile(join(MODULE, "go.mod"), "utf8"))?.[1] ?? "",
    checks: "generates with `-generate types,client`, compiles with `go vet`, runs a scenario of each contract",
    needsAccount: true,
    async run({ contract, file, folder, variables }) {
      const files = ["go.mod", "go.sum", "scenario_test.go", `${contract}_test.go`];
      for (const name of files) await cp(join(MODULE, name), join(folder, name));
      await mkdir(join(folder, contract));
      const options = ["-generate", "types,client", "-package", contract, "-o", `${contract}/client.go`];
      const go = (args: readonly string[]) => runGo(folder, args, variables);
      await go(["tool", "oapi-codegen", ...options, file]);
      await go(["vet", "./..."]);
      const output = await go(["test", "-v", "-count=1", "."]);
      if (!output.includes("--- PASS: ")) throw new Error(`There is no scenario.\n${output}`);
    },
  };
}
