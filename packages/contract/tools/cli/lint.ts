import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { env, execPath, stderr } from "node:process";
import { createInterface } from "node:readline";
import { isRecord } from "../../src/record.ts";
import { type Config, loadConfig } from "../config.ts";
import { ToolFailure } from "../failure.ts";
import { packageFile } from "../package-files.ts";
import { readIn } from "../source/contracts.ts";
import { parseYaml } from "../source/yaml.ts";
import { type Command, parse } from "./command.ts";

const HELP = `Lints the contracts with Redocly: with the rules of this package, or with redocly.yaml of the project, which should
extend them and may have further files under "apis". What the server would do wrong is an error, and the rest a warning.
Exits with 1 if there is an error. Webhooks and callbacks are not served: only Redocly's own rules apply to them.

Usage: contract lint
       contract lint --format <format>    stylish, codeframe, json, checkstyle, github-actions, markdown, …

To change rules, write a redocly.yaml beside contract.config.json:

  extends: [node_modules/@triptych/contract/redocly.yaml]
  rules:
    contract/property-example: off

redocly.yaml of the package lists the rules that have options. Needs the package @redocly/cli.
`;

/** The configuration of Redocly in a project. */
const REDOCLY_CONFIG = "redocly.yaml";

/** The advice of Redocly to ignore all problems, which would hide those of the server too. */
const IGNORE_FILE = "--generate-ignore-file";

/** The rules of this package. */
const RULES = "redocly.yaml";

/** Lints the contracts, and the other files that the project's redocly.yaml lists. */
export const command: Command = {
  help: HELP,
  async run(args) {
    const { values } = parse(args, { options: { format: "string" } });
    const config = loadConfig(values.config);
    const { rules, files } = targetsOf(config);
    const format = values.format === undefined ? [] : ["--format", values.format];
    const lint = ["lint", "--config", rules, "--max-problems", "1000", ...format, ...files];
    const program = spawn(execPath, [redocly(), ...lint], {
      cwd: config.folder,
      stdio: ["inherit", "inherit", "pipe"],
      env: { ...env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    const done = once(program, "exit");
    for await (const line of createInterface({ input: program.stderr })) {
      if (!line.includes(IGNORE_FILE)) stderr.write(`${line}\n`);
    }
    const [code] = await done;
    return code ?? 1;
  },
};

/** The configuration of Redocly that applies, and what it lints: names under `apis`, and paths of contracts. */
function targetsOf({ folder, contracts }: Config): { rules: string; files: string[] } {
  const paths = contracts.map(({ path }) => path);
  const text = readIn(folder)(REDOCLY_CONFIG);
  if (text === undefined) return { rules: packageFile(RULES), files: paths };
  const written = parseYaml(REDOCLY_CONFIG, text);
  const apis = Object.entries(isRecord(written) && isRecord(written.apis) ? written.apis : {});
  const roots = apis.map(([, api]) => posix.normalize(String(isRecord(api) ? api.root : "")));
  return {
    rules: REDOCLY_CONFIG,
    files: [...paths.filter((path) => !roots.includes(posix.normalize(path))), ...apis.map(([name]) => name)],
  };
}

/** The path of the program of @redocly/cli. */
function redocly(): string {
  try {
    const file = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
    return join(dirname(file), "bin/cli.js");
  } catch {
    throw new ToolFailure("The package @redocly/cli is missing: npm install --save-dev @redocly/cli");
  }
}
