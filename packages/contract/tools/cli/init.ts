import { cp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stdout } from "node:process";
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
    const { version }: { version: string } = JSON.parse(await readFile(packageFile("package.json"), "utf8"));
    const project = join(folder, "package.json");
    await writeFile(project, (await readFile(project, "utf8")).replace("VERSION", version));
    stdout.write(NEXT(folder));
    return 0;
  },
};

/** The names of the files in a folder; none if it does not exist. */
async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new ToolFailure(`${folder} can't be a folder: ${error instanceof Error ? error.message : error}`);
  }
}
