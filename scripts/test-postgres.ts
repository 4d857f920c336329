import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { argv, env, exit, stderr, stdout } from "node:process";

const HELP = `Runs the tests of npm test, test:extended and test:slow on PostgreSQL, in temporary databases. Suites leave out the
files that open no database of the tests: they would run as they do on SQLite.

Usage: TEST_DATABASE_URL=postgres://user@host/database npm run test:postgres [-- <options and files for tap>]
`;

const options = argv.slice(2);
if (options.includes("--help")) {
  stdout.write(HELP);
  exit(0);
}
if (!/^postgres(ql)?:\/\//.test(env.TEST_DATABASE_URL ?? "")) {
  stderr.write("Set TEST_DATABASE_URL to a database whose user may create databases: postgres://user@host/database\n");
  exit(2);
}
const hasFiles = options.some((option) => !option.startsWith("-"));
const files = hasFiles ? [] : globSync(["test/suites/**/*.ts", "test/process/*.test.ts"]);
if (!hasFiles) spawnSync("npm", ["run", "-s", "build", "--workspace", "packages/sdk"], { stdio: "inherit" });
// The argument becomes a part of the names of the tests' folders, which a run on SQLite at the same time would share.
const { status } = spawnSync("tap", ["--test-arg=postgres", ...options, ...files], {
  stdio: "inherit",
  env: { ...env, NODE_COMPILE_CACHE: "node_modules/.cache/node" },
});
exit(status ?? 1);
