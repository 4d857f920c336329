import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { brokenContracts, compareAll } from "#contract/tools/diff/compare";
import { loadVersion } from "#contract/tools/diff/sources";
import { CONFIG, loadContracts } from "../harness/contracts.ts";
import { oasdiff } from "./shared/downloads.ts";

const HELP = `Releases the contracts: copies each openapi/<name>.yaml, with the parts of openapi/common.yaml that it uses, to
openapi/released/<name>.yaml, and deletes the copies of removed contracts.

Usage: npm run contract:release

Changes nothing and exits with 1 while npm run contract:diff fails.
`;

if (argv.includes("--help")) stdout.write(HELP);
else await release();

async function release(): Promise<void> {
  const { released } = CONFIG.diff;
  if (released === undefined) throw new Error(`${CONFIG.file} has no "diff.released".`);
  await mkdir(released, { recursive: true });
  const program = await oasdiff();
  const comparisons = await compareAll({ program, ...CONFIG.diff }, loadVersion(CONFIG, released), loadContracts());
  const broken = brokenContracts(comparisons);
  if (broken.length > 0) {
    stderr.write(`Breaking changes in ${broken.join(", ")}, see npm run contract:diff. Nothing was released.\n`);
    exit(1);
  }
  for (const { name, head } of comparisons) {
    const file = join(released, `${name}.yaml`);
    if (head === undefined) await rm(file);
    else await writeFile(file, head.yaml);
    stdout.write(head === undefined ? `${name} is removed\n` : `${name} ${head.document.info.version}\n`);
  }
}
