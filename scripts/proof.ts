import { argv, exit, stderr, stdout } from "node:process";
import { loadContracts } from "./contracts.ts";
import { rowsOf, sentenceOf, totalOf } from "./proof/rows.ts";
import * as seen from "./proof/seen.ts";
import { gapsIn, tableOf } from "./proof/table.ts";

const HELP = `Reports what the tests have proved of the contracts: responses with their header fields, optional fields and values
of enumerations; and parameters and body fields that a handler reads and that have an effect. A response counts if it
matches the contract in status, headers, content type and body. What no test can prove yet is in
scripts/proof/exceptions.ts. The server lists all parts at /docs/proof, a page that npm run generate writes.

Usage: npm run proof                reads the records since npm test began; exits with 1 unless the tests have proved
                                    every part of every operation, apart from the exceptions
       npm run proof -- --reset     deletes the records, as npm test does when it begins

Each test process saves a record in proof/. npm run test:extended, test:postgres, test:redis and test:browser add
to the records of npm test. Responses to HEAD, bodies of more than half a million characters and responses of servers in
other processes are not recorded. After a change of a contract, run npm test and npm run test:extended again, because
older records still count.
`;

const HOW_TO_PROVE = `
A test that receives the response proves what was "never seen"; a value in test/effects/ proves an effect.
`;

if (argv.includes("--help")) stdout.write(HELP);
else if (argv.includes("--reset")) seen.clear();
else report();

function report(): void {
  const records = seen.readAll();
  if (records.length === 0) {
    stderr.write("There are no records. Run npm test and npm run test:extended first.\n");
    exit(1);
  }
  const tables = loadContracts().map((contract) => rowsOf(contract, records));
  stdout.write(`${tables.map(tableOf).join("\n")}\n${sentenceOf(totalOf(tables.flat()))}\n`);

  const gaps = gapsIn(tables.flat());
  if (gaps.length === 0) return;
  stderr.write(`\nNever seen:\n${gaps.map((gap) => `  ${gap}\n`).join("")}${HOW_TO_PROVE}`);
  exit(1);
}
