import { join } from "node:path";
import { env } from "node:process";
import { pythonPackages } from "../shared/downloads.ts";
import { execute } from "../shared/execute.ts";
import { TOOLS } from "./npm.ts";

const FOLDER = join(TOOLS, "agent");

/** Type-checks and runs the scenario of an agent, with the client of the Model Context Protocol for Python. */
export async function runAgent(folder: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const python = join(await pythonPackages(join(FOLDER, "requirements.txt")), "bin/python");
  const options = { cwd: FOLDER, env: { ...env, PYTHONDONTWRITEBYTECODE: "1", ...variables } };
  const scenario = "agent_scenario.py";
  await execute(
    python,
    ["-m", "mypy", "--strict", "--follow-imports=silent", `--cache-dir=${folder}`, scenario],
    options,
  );
  await execute(python, [scenario], options);
}
