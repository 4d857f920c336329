import { mkdir, rm, writeFile } from "node:fs/promises";
import { argv, exit, stderr, stdout } from "node:process";
import { breakingFiles, compareAll, RELEASED } from "./contract-changes/compare.ts";

const HELP = `Releases the contracts: copies each openapi/<name>.yaml, with the parts of openapi/common.yaml that it uses, to
openapi/released/<name>.yaml, and deletes the copies of removed contracts.

Usage: npm run contract:release

Changes nothing and exits with 1 while npm run contract:diff fails.
`;

if (argv.includes("--help")) stdout.write(HELP);
else await release();

async function release(): Promise<void> {
  await mkdir(RELEASED, { recursive: true });
  const comparisons = await compareAll();
  const breaking = breakingFiles(comparisons);
  if (breaking.length > 0) {
    stderr.write(`Breaking changes in ${breaking.join(", ")}, see npm run contract:diff. Nothing was released.\n`);
    exit(1);
  }
  for (const { file, current } of comparisons) {
    if (current === undefined) await rm(new URL(file, RELEASED));
    else await writeFile(new URL(file, RELEASED), current.yaml);
    stdout.write(current === undefined ? `${file} is removed\n` : `${file} ${current.document.info.version}\n`);
  }
}
