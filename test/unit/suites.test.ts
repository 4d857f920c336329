import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { dependsOnEngine } from "../support/suite.ts";

const TESTS = fileURLToPath(new URL("../", import.meta.url));

t.test("npm test, test:extended, test:slow and test:operations run every test file exactly once", async (t) => {
  const suites = globSync("suites/**/*.ts", { cwd: TESTS }).map((file) => readFileSync(`${TESTS}/${file}`, "utf8"));
  const named = suites.flatMap((suite) => [...suite.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? ""));
  const folders = [...named.filter((name) => !name.endsWith(".ts")), "process", "operations"];
  const patterns = [
    ...named.filter((name) => name.endsWith(".test.ts")),
    ...folders.map((folder) => `${folder}/**/*.test.ts`),
  ];
  const files = globSync(["**/*.test.ts", "../packages/*/test/**/*.test.ts", "../scripts/test/*.test.ts"], {
    cwd: TESTS,
  });
  t.same(patterns.flatMap((pattern) => globSync(pattern, { cwd: TESTS })).sort(), files.sort());
});

t.test("on PostgreSQL, the suites leave out the files that open no database of the tests", async (t) => {
  const files = globSync("!(operations|process)/**/*.test.ts", { cwd: TESTS });
  const leftOut = files.filter((file) => !dependsOnEngine(`file://${TESTS}${file}`));
  for (const file of ["unit/suites.test.ts", "contracts/openapi-3-0.test.ts", "database/wal.test.ts"])
    t.ok(leftOut.includes(file), file);
  for (const file of ["api/catalogue/products.test.ts", "costs/costs.test.ts", "database/postgres.test.ts"])
    t.notOk(leftOut.includes(file), file);
  const opening = /^import .*\b(openApp|openTestDatabase|support\/databases)\b|env\.TEST_DATABASE_URL/m;
  for (const file of leftOut) t.notOk(opening.test(readFileSync(`${TESTS}${file}`, "utf8")), file);
});
