import { spawnSync } from "node:child_process";
import { argv, env, exit, stderr, stdout } from "node:process";

const HELP = `Runs the tests of the contracts on databases that were moved: from SQLite to PostgreSQL, and from there to SQLite.

Usage: TEST_DATABASE_URL=postgres://user@host/database npm run test:moved [-- <options and files for tap>]
`;

const FILES = ["test/suites/api.ts", "test/suites/collections.ts"];

const options = argv.slice(2);
if (options.includes("--help")) {
  stdout.write(HELP);
  exit(0);
}
const { TEST_DATABASE_URL: server, ...others } = env;
if (!/^postgres(ql)?:\/\//.test(server ?? "")) {
  stderr.write("Set TEST_DATABASE_URL to a database whose user may create schemas: postgres://user@host/database\n");
  exit(2);
}
const files = options.some((option) => !option.startsWith("-")) ? [] : FILES;
const common = { ...others, NODE_COMPILE_CACHE: "node_modules/.cache/node" };
for (const [direction, settings] of [
  ["from SQLite to PostgreSQL", { TEST_DATABASE_URL: server, TEST_MOVED_FROM: "file" }],
  ["from PostgreSQL to SQLite", { TEST_MOVED_FROM: server }],
] as const) {
  stdout.write(`Moved ${direction}:\n`);
  const { status } = spawnSync("tap", [...options, ...files], { stdio: "inherit", env: { ...common, ...settings } });
  if (status !== 0) exit(status ?? 1);
}
