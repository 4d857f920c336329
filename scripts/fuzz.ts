import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { loadContract } from "../src/http/contract/load.ts";
import { fuzzContract } from "./fuzz/contract.ts";
import { findSchemathesis } from "./fuzz/schemathesis.ts";

const HELP = `Tests the three contracts with Schemathesis, which reads nothing but them: made-up requests, right and wrong ones, and chains of requests
along the links. Each contract has a server and a database of its own, which are thrown away; the three are tested at the same time.

Usage: npm run fuzz [-- --minutes <number>] [-- --seed <number>]

  --minutes <number>   for how long, 3 by default. First every operation gets all its examples, however long that takes; then the links are
                       followed, for 40 seconds at least; from two minutes on that are left, everything is done again
  --seed <number>      the one that a run has printed, to have its requests again

Ends with 1 when a check of Schemathesis failed, when a server ended or logged an error (an answer that its contract does not allow is one), and when
an operation was asked for fewer than 100 times or never with success. schemathesis.toml and test/fuzz/ say how it is tested.
Needs python3; installs the Schemathesis of test/fuzz/requirements.txt into node_modules/.cache, unless that version is in PATH.
`;

const CONTRACTS = ["catalogue", "users", "collections"].map((name) => {
  return loadContract(new URL(`../openapi/${name}.yaml`, import.meta.url));
});

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    minutes: { type: "string", default: "3" },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

// What ends this script ends the servers and what tests them.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => exit(1));

if (values.help) stdout.write(HELP);
else if (!(Number(values.minutes) > 0)) {
  stderr.write("Say --minutes as a number above 0. See --help.\n");
  exit(2);
} else await fuzz(findSchemathesis(), Number(values.minutes) * 60, values.seed);

async function fuzz(program: string, seconds: number, seed: string | undefined): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const requests = new Map<string, number>();
  const timer = setInterval(() => {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    const counts = [...requests].map(([name, count]) => `${name} ${count}`);
    if (stderr.isTTY) stderr.write(`\r\x1b[K${left} s left, requests: ${counts.join(", ")}`);
  }, 1000);
  const tell = (output: string) => {
    if (stderr.isTTY) stderr.write("\r\x1b[K");
    stdout.write(output);
  };
  try {
    const runs = CONTRACTS.map((contract) => {
      const count = (number: number) => requests.set(contract.name, number);
      return fuzzContract(contract, { program, end, seed, tell, count });
    });
    const problems = (await Promise.all(runs)).flat();
    tell(problems.length === 0 ? "\nNothing failed.\n" : `\n${problems.join("\n")}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    clearInterval(timer);
  }
}
