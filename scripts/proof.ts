import { mkdirSync, writeFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { loadContracts } from "./contracts.ts";
import { proofPage } from "./proof/page.ts";
import { rowsOf, sentenceOf, totalOf } from "./proof/rows.ts";
import * as seen from "./proof/seen.ts";
import { gapsIn, tableOf } from "./proof/table.ts";

const HELP = `Lists the documented responses of every operation, and how often the tests received one that matches its contract in status, headers,
content type and body. Writes the same as a page, proof/index.html, which the server shows at /docs/proof.

Usage: npm run proof                reads the records since npm test began; exits with 1 when an operation or a documented status is missing
       npm run proof -- --reset     deletes the records, as npm test does when it begins

Each test process saves a record in proof/seen/. npm run test:postgres, test:redis and test:browser add to the records of npm test. Responses to
HEAD, bodies of more than half a million characters and responses of servers in other processes are not recorded. Records from before a change of a
contract count until the next npm test.
`;

const PAGE = new URL("../proof/index.html", import.meta.url);

if (argv.includes("--help")) stdout.write(HELP);
else if (argv.includes("--reset")) seen.clear();
else report();

function report(): void {
  const records = seen.readAll();
  if (records.length === 0) {
    stderr.write("There are no records. Run npm test first.\n");
    exit(1);
  }
  const contracts = loadContracts();
  const tables = contracts.map((contract) => rowsOf(contract, records));
  stdout.write(`${tables.map(tableOf).join("\n")}\n${sentenceOf(totalOf(tables.flat()))}\n`);

  mkdirSync(new URL(".", PAGE), { recursive: true });
  writeFileSync(PAGE, proofPage(contracts, records, new Date()));
  const gaps = gapsIn(tables.flat());
  if (gaps.length === 0) return;
  stderr.write(`\nNever seen:\n${gaps.map((gap) => `  ${gap}\n`).join("")}`);
  exit(1);
}
