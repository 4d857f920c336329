import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../harness/server-process.ts";
import { execute } from "../shared/execute.ts";
import type { Tool } from "./tool.ts";

const MODULE = join(ROOT, "scripts/clients/go");

/** The generator of npm run clients, which also runs the scenarios in scripts/clients/go/. */
export async function open(): Promise<Tool> {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/local/go/bin` };
  return {
    name: "oapi-codegen",
    version: /oapi-codegen\/v2 v(\S+)/.exec(await readFile(join(MODULE, "go.mod"), "utf8"))?.[1] ?? "",
    checks:
      "generates with `-generate types,client`, compiles with `go vet`; `npm run clients` runs a scenario of each contract",
    async run({ file, folder }) {
      for (const name of ["go.mod", "go.sum"]) await cp(join(MODULE, name), join(folder, name));
      await mkdir(join(folder, "client"));
      const options = ["-generate", "types,client", "-package", "client", "-o", "client/client.go"];
      await execute("go", ["tool", "oapi-codegen", ...options, file], { cwd: folder, env });
      await execute("go", ["vet", "./client"], { cwd: folder, env });
    },
  };
}
