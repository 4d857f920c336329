import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";

const TESTS = fileURLToPath(new URL("../", import.meta.url));

t.test("npm test, test:extended, test:slow and test:operations run every test file exactly once", async (t) => {
  const suites = globSync("suites/**/*.ts", { cwd: TESTS }).map((file) => readFileSync(`${TESTS}/${file}`, "utf8"));
  const inSuites = suites.flatMap((suite) => [...suite.matchAll(/"([\w/.]+)"/g)].map(([, folder]) => folder ?? ""));
  const folders = [...inSuites.filter((name) => !name.endsWith(".ts")), "process", "operations"];
  const files = globSync(["**/*.test.ts", "../packages/*/test/**/*.test.ts", "../scripts/test/*.test.ts"], {
    cwd: TESTS,
  });
  t.same(folders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: TESTS })).sort(), files.sort());
});
