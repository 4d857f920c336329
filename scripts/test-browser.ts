import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { findChromium } from "../test/support/browser.ts";

/** Runs the tests in a real browser, test/browser/*.browser.ts, which `npm test` leaves out. */
const chromium = findChromium();
if (chromium === undefined) {
  console.error(
    "The browser tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH to where it is.",
  );
  process.exit(1);
}
const { status } = spawnSync(
  "tap",
  ["run", "--disable-coverage", "--timeout=120", ...globSync("test/browser/*.browser.ts")],
  {
    stdio: "inherit",
    env: { ...process.env, CHROMIUM_PATH: chromium },
  },
);
process.exit(status ?? 1);
