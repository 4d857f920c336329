import { spawnSync } from "node:child_process";
import { argv, env, exit, stderr, stdout } from "node:process";
import { findChromium } from "../harness/chromium.ts";

const HELP = `Runs the tests in Chromium, test/browser/*.browser.ts, which npm test leaves out. With SCREENSHOTS=1, also saves
pictures of the pages in test/output/, for review.

Usage: npm run test:browser

Set CHROMIUM_PATH to the browser if it is not in PATH.
`;

if (argv.includes("--help")) {
  stdout.write(HELP);
  exit(0);
}
const chromium = findChromium();
if (chromium === undefined) {
  stderr.write(
    "Chromium was not found. Install it (on Debian: apt-get install chromium-headless-shell) or set " +
      "CHROMIUM_PATH.\n",
  );
  exit(1);
}
const { status } = spawnSync("tap", ["run", "--disable-coverage", "test/browser/suite.ts"], {
  stdio: "inherit",
  env: { ...env, CHROMIUM_PATH: chromium, NODE_COMPILE_CACHE: "node_modules/.cache/node" },
});
exit(status ?? 1);
