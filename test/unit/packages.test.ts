import { readFileSync } from "node:fs";
import t from "tap";

const LOCK = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));

t.test("npm ci builds no package: that would need Python and a compiler", async (t) => {
  // npm reads this field of a package from the lock file only, but does not write it there.
  t.equal(
    LOCK.packages["node_modules/better-sqlite3"].gypfile,
    false,
    'package-lock.json: "gypfile": false is missing in better-sqlite3, which has binaries; npm install removes it',
  );
});
