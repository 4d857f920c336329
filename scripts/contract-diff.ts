import process, { argv, stdout } from "node:process";
import { main } from "#contract/tools/main";
import { CONFIG } from "../harness/contracts.ts";
import { oasdiff } from "./shared/downloads.ts";

const HELP = `Compares the contracts, openapi/<name>.yaml, with their last releases, openapi/released/<name>/<version>.yaml, with
contract diff. docs/versioning.md lists the changes that break clients.

Usage: npm run contract:diff
       npm run contract:diff -- <base> [<head>]    compares other versions, such as revisions of git

Exits with 1 when a change breaks or may break clients, but info.version has the same major version; and, compared with
the releases, when info.version of a changed contract did not rise enough.
The first run builds oasdiff, with Go 1.26 or newer, in node_modules/.cache/downloads.
`;

if (argv.includes("--help")) stdout.write(HELP);
else {
  process.exitCode = await main(["diff", ...argv.slice(2), "--config", CONFIG.file, "--oasdiff", await oasdiff()]);
}
