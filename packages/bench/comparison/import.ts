import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { promisify } from "node:util";
import { progress } from "../output.ts";
import type { Program } from "../server.ts";
import { spreadOf } from "../statistics.ts";
import type { ImportResult, Version } from "./results.ts";

export interface ImportBench {
  /** The versions of Triptych; the settings of a program have no database. */
  readonly programs: ReadonlyMap<Version, Program>;
  /** Folder of the file that is imported. */
  readonly folder: string;
  /** Creates an empty database; returns its URL. */
  readonly createDatabase: (name: string) => Promise<string>;
  readonly rounds: number;
  readonly links: number;
}

const LINKS_PER_FOLDER = 1_000;
const EMAIL = "import@example.com";

/** Measures the command that imports a bookmark file, from its start to its exit, each time into an empty account. */
export async function measureImports(bench: ImportBench): Promise<ImportResult> {
  const { programs, folder, createDatabase, rounds, links } = bench;
  const file = join(folder, "bookmarks.html");
  await writeFile(file, bookmarkFile(links));
  const times = new Map<Version, number[]>([...programs.keys()].map((version) => [version, []]));
  for (let round = 0; round < rounds; round++)
    for (const [version, program] of programs) {
      progress(`import: round ${round + 1} of ${rounds}, ${version} …`);
      const url = await createDatabase(`import_${version}_${round}`);
      await execute(program, url, ["migrate"]);
      const account = ["--email", EMAIL, "--name", "Import", "--level", "4", "--password-stdin"];
      await execute(program, url, ["user", "create", ...account], "the password of the benchmark\n");
      const startedAt = performance.now();
      await execute(program, url, ["import", file, "--email", EMAIL]);
      times.get(version)?.push(performance.now() - startedAt);
    }
  progress("");
  return { links, ms: Object.fromEntries([...times].map(([version, measured]) => [version, spreadOf(measured)])) };
}

/** Runs a command of a version of Triptych on a database. Throws if it fails. */
async function execute({ args, settings, folder }: Program, url: string, command: readonly string[], input = "") {
  const [flags, environment] = [args.filter((arg) => arg !== "start"), { PATH: env.PATH, ...settings }];
  const running = promisify(execFile)(execPath, [...flags, ...command], {
    cwd: folder,
    env: { ...environment, DATABASE_URL: url },
  });
  running.child.stdin?.end(input);
  await running;
}

/** A bookmark file as browsers write it, with folders of a thousand links. */
function bookmarkFile(links: number): string {
  const linkOf = (number: number) =>
    `<DT><A HREF="https://site${number % 997}.example/articles/${number}" ADD_DATE="${1_600_000_000 + number}">` +
    `Article number ${number} about subject ${number % 313}</A>`;
  const lines = ["<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<TITLE>Bookmarks</TITLE>", "<H1>Bookmarks</H1>", "<DL><p>"];
  for (let first = 0; first < links; first += LINKS_PER_FOLDER) {
    lines.push(`<DT><H3>Folder ${first / LINKS_PER_FOLDER}</H3>`, "<DL><p>");
    for (let number = first; number < Math.min(first + LINKS_PER_FOLDER, links); number++) lines.push(linkOf(number));
    lines.push("</DL><p>");
  }
  return `${lines.join("\n")}\n</DL><p>\n`;
}
