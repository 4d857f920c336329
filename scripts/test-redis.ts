import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { argv, env, exit, stderr, stdout } from "node:process";

const HELP = `Runs the tests that need Redis, test/operations/*.redis.ts, which npm test leaves out.

Usage: TEST_REDIS_URL=redis://host npm run test:redis

They also need redis-server in PATH, for tests that start and stop their own server.
`;

if (argv.includes("--help")) {
  stdout.write(HELP);
  exit(0);
}
if (!/^rediss?:\/\//.test(env.TEST_REDIS_URL ?? "")) {
  stderr.write("Set TEST_REDIS_URL to a Redis that the tests may write to: redis://host:port\n");
  exit(2);
}
const { status } = spawnSync("tap", ["run", "--disable-coverage", ...globSync("test/operations/*.redis.ts")], {
  stdio: "inherit",
});
exit(status ?? 1);
