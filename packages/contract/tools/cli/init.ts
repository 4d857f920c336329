import { cp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { stdout } from "node:process";
import { isRecord } from "../../src/record.ts";
import { ToolFailure } from "../failure.ts";
import { packageFile } from "../package-files.ts";
import { type Command, parse } from "./command.ts";

const HELP = `Writes a new project to a folder, which must be empty or not exist: a contract of three operations, their handlers, a
server on Fastify and tests that prove every part of the contract.

Usage: contract init <folder>
`;

const NEXT = (folder: string) => `Written to ${folder}. Next:

  cd ${folder}
  npm install
  npm run generate    # types and JSON of openapi.yaml
  npm test            # tests, and proof that they cover the contract
  npm start
`;

/** The file of the template with this name is `.gitignore`: npm would leave that out of a package. */
const GITIGNORE = "gitignore";

const FILE = "file:";

/** Writes a new project. */
export const command: Command = {
  help: HELP,
  async run(args) {
    const { positionals } = parse(args, { options: {}, positionals: [1, 1] });
    const [folder = ""] = positionals;
    if ((await entriesOf(folder)).length > 0) {
      throw new ToolFailure(`${folder} is not empty. Name a new folder; nothing was written.`);
    }
    await cp(packageFile("template"), folder, { recursive: true });
    await rename(join(folder, GITIGNORE), join(folder, `.${GITIGNORE}`));
    const project = join(folder, "package.json");
    await writeFile(project, (await readFile(project, "utf8")).replace("VERSION", await versionOf()));
    stdout.write(NEXT(folder));
    return 0;
  },
};

/** What the project depends on: this version, or the file from which npm has installed this package. */
async function versionOf(): Promise<string> {
  const { name, version }: { name: string; version: string } = JSON.parse(
    await readFile(packageFile("package.json"), "utf8"),
  );
  const modules = join(dirname(packageFile("package.json")), "../..");
  const lock: unknown = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8").catch(() => "null"));
  const packages = isRecord(lock) && isRecord(lock.packages) ? lock.packages : {};
  const installed = packages[`node_modules/${name}`];
  const source = isRecord(installed) ? String(installed.resolved) : "";
  return source.startsWith(FILE) ? FILE + resolve(dirname(modules), source.slice(FILE.length)) : version;
}

/** The names of the files in a folder; none if it does not exist. */
async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new ToolFailure(`${folder} can't be a folder: ${error instanceof Error ? error.message : error}`);
  }
}
