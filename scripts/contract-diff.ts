import process, { argv, stdout } from "node:process";
import { main } from "#contract/tools/main";
import { CONFIG } from "../harness/contracts.ts";
import { oasdiff } from "./shared/downloads.ts";

const HELP = `Compares the contracts, openapi/<name>.yaml, with their last release, openapi/released/<name>.yaml, with contract diff.
docs/versioning.md lists the changes that break clients.

Usage: npm run contract:diff
       npm run contract:diff -- <base> [<head>]    compares other versions, such as revisions of git

Exits with 1 when a change breaks or may break clients, but info.version still has the major version of the release.
The first run builds oasdiff, with Go 1.26 or newer, in node_modules/.cache/downloads.
`;

if (argv.includes("--help")) stdout.write(HELP);
else {
  process.exitCode = await main(["diff", ...argv.slice(2), "--config", CONFIG.file, "--oasdiff", await oasdiff()]);
}
