import { globSync, readFileSync } from "node:fs";
import { isSafePattern } from "redos-detector";
import t from "tap";

const FOLDER = new URL("../../openapi/", import.meta.url);

for (const file of globSync("*.yaml", { cwd: FOLDER })) {
  t.test(`no pattern in ${file} can backtrack catastrophically`, async (t) => {
    const yaml = readFileSync(new URL(file, FOLDER), "utf8");
    const patterns = new Set([...yaml.matchAll(/pattern: (['"])(.+)\1$/gm)].map(([, , pattern = ""]) => pattern));
    t.ok(patterns.size >= 3);
    for (const pattern of patterns) t.equal(isSafePattern(pattern, { unicode: true }).safe, true, pattern);
  });
}

t.test("the check detects a pattern that backtracks catastrophically", async (t) => {
  t.equal(isSafePattern("^(a+)+$", { unicode: true }).safe, false);
});
