import { copyFile, mkdir, rm } from "node:fs/promises";
import { argv, exit, stderr, stdout } from "node:process";
import { compareAll, RELEASED, refusedIn, WORKING } from "./contract-changes/compare.ts";

const HELP = `Makes the contracts as they are the released ones: copies openapi/<name>.yaml to openapi/released/<name>.yaml.

Usage: npm run contract:release

Refuses, and copies nothing, while npm run contract:diff is red.
`;

if (argv.includes("--help")) stdout.write(HELP);
else await release();

async function release(): Promise<void> {
  await mkdir(RELEASED, { recursive: true });
  const comparisons = await compareAll();
  const refused = comparisons.filter((comparison) => refusedIn(comparison).length > 0).map(({ file }) => file);
  if (refused.length > 0) {
    stderr.write(`Clients break: ${refused.join(", ")}. npm run contract:diff says how. Nothing was released.\n`);
    exit(1);
  }
  for (const { file, working } of comparisons) {
    if (working === undefined) await rm(new URL(file, RELEASED));
    else await copyFile(new URL(file, WORKING), new URL(file, RELEASED));
    stdout.write(working === undefined ? `${file} is gone\n` : `${file} ${working}\n`);
  }
}
