import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { loadContract } from "../src/http/contract/load.ts";
import { proofPage } from "./proof/page.ts";
import { rowsOf, sentenceOf, totalOf } from "./proof/rows.ts";
import * as seen from "./proof/seen.ts";
import { gapsIn, tableOf } from "./proof/table.ts";

const HELP = `Says which of the documented answers the tests have seen and proved: for each operation its statuses with their content types, and how often.
Writes the same as a page, proof/index.html, which the server shows at /docs/proof.

Usage: npm run proof                what was seen since npm test began; ends with 1 when an operation or a documented status was never seen
       npm run proof -- --reset     forgets what was seen, as npm test does when it begins

Each process of the tests leaves a file in proof/seen/. Those of npm run test:postgres, test:redis and test:browser add to those of npm test. An answer
counts when its status, header fields, content type and body are as its contract says. Not counted: answers to HEAD, bodies of more than half a
million characters, and answers of servers that tests start as processes of their own. What was seen before a contract was changed counts until the next npm test.
`;

const CONTRACTS = new URL("../openapi/", import.meta.url);
const PAGE = new URL("../proof/index.html", import.meta.url);

if (argv.includes("--help")) stdout.write(HELP);
else if (argv.includes("--reset")) seen.forget();
else tell();

function tell(): void {
  const answers = seen.readAll();
  if (answers.length === 0) {
    stderr.write("Nothing was seen yet. Run npm test first.\n");
    exit(1);
  }
  const contracts = globSync("*.yaml", { cwd: CONTRACTS })
    .sort()
    .map((name) => loadContract(new URL(name, CONTRACTS)));
  const tables = contracts.map((contract) => rowsOf(contract, answers));
  stdout.write(`${tables.map(tableOf).join("\n")}\n${sentenceOf(totalOf(tables.flat()))}\n`);

  mkdirSync(new URL(".", PAGE), { recursive: true });
  writeFileSync(PAGE, proofPage(contracts, answers, new Date()));
  const gaps = gapsIn(tables.flat());
  if (gaps.length === 0) return;
  stderr.write(`\nNever seen:\n${gaps.map((gap) => `  ${gap}\n`).join("")}`);
  exit(1);
}
