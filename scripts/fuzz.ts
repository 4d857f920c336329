import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { loadContracts } from "../harness/contracts.ts";
import { fuzzContract } from "./fuzz/contract.ts";
import { findSchemathesis } from "./fuzz/schemathesis.ts";

const HELP = `Tests the three contracts with Schemathesis. It generates valid and invalid requests from the contracts,
and sequences of requests that follow OpenAPI links. Each contract has its own server and temporary database; the three
are tested in parallel.

Usage: npm run fuzz [-- [--minutes <number>] [--seed <number>]]

  --minutes <number>   how long to test. By default, and if fewer than 40 seconds are left after it, there is one run of
                       all phases. If it passes, a second run takes the time that is left; with less than two minutes
                       left, it only sends sequences of requests
  --seed <number>      the seed that an earlier run printed, to repeat its requests

Exits with 1 when a check of Schemathesis failed, when a server exited or logged an error (such as a response that
violates its contract), when fewer than 10 % of the requests to a contract succeeded, and when an operation got fewer
than 100 requests or never succeeded. schemathesis.toml and scripts/fuzz/ configure the checks.
Needs Python 3.11 or newer with venv. The first run installs the Schemathesis of scripts/fuzz/requirements.txt in
node_modules/.cache/downloads.
`;

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    minutes: { type: "string", default: "0" },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

// Without these handlers Node would skip the exit event, in which the servers and Schemathesis are killed.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => exit(1));

if (values.help) stdout.write(HELP);
else if (!(Number(values.minutes) >= 0)) {
  stderr.write("--minutes must be a number, 0 or more. See --help.\n");
  exit(2);
} else await fuzz(await findSchemathesis(), Number(values.minutes) * 60, values.seed);

async function fuzz(program: string, seconds: number, seed: string | undefined): Promise<void> {
  const start = performance.now();
  const responses = new Map<string, number>();
  const timer = setInterval(() => {
    const elapsed = Math.round((performance.now() - start) / 1000);
    const counts = [...responses].map(([name, count]) => `${name} ${count}`);
    if (stderr.isTTY) stderr.write(`\r\x1b[K${elapsed} s, responses: ${counts.join(", ")}`);
  }, 1000);
  const print = (output: string) => {
    if (stderr.isTTY) stderr.write("\r\x1b[K");
    stdout.write(output);
  };
  try {
    const runs = loadContracts().map((contract) => {
      const onResponse = (count: number) => responses.set(contract.name, count);
      return fuzzContract(contract, { program, deadline: start + seconds * 1000, seed, print, onResponse });
    });
    const problems = (await Promise.all(runs)).flat();
    print(problems.length === 0 ? "\nNothing failed.\n" : `\n${problems.join("\n")}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    clearInterval(timer);
  }
}
