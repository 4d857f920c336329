import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import t from "tap";
import { proofPage } from "../../scripts/proof/page.ts";
import { rowsOf, sentenceOf, totalOf } from "../../scripts/proof/rows.ts";
import * as seen from "../../scripts/proof/seen.ts";
import { gapsIn, tableOf } from "../../scripts/proof/table.ts";
import { petContract } from "../support/pets.ts";

/** A contract with one operation, whose 200 response has two content types. */
const contract = petContract((yaml) =>
  yaml
    .replace(/ {4}post:[\s\S]*(?=x-outside)/, "")
    .replace('{ $ref: "#/components/schemas/Dog" } } } }', '{ $ref: "#/components/schemas/Dog" } } }, text/csv: {} }'),
);
const JSON_TYPE = "application/json";

/** Every documented response, seen once. */
const ALL: readonly seen.SeenResponse[] = [
  ...[
    { status: 200, type: JSON_TYPE },
    { status: 200, type: "text/csv" },
    { status: 304, type: undefined },
    ...[400, 401, 404, 500, 503].map((status) => ({ status, type: JSON_TYPE })),
  ].map((response) => ({ contract: "pets", operation: "listDogs", count: 1, ...response })),
  ...[400, 404, 405, 431, 500].map((status) => ({
    contract: "pets",
    operation: "outside",
    status,
    type: JSON_TYPE,
    count: 1,
  })),
];

t.test("reports no gaps when every documented response was seen", async (t) => {
  const rows = rowsOf(contract, ALL);
  t.same(gapsIn(rows), []);
  t.equal(sentenceOf(totalOf(rows)), "1 of 1 operations, 12 of 12 documented statuses");
  t.equal(
    tableOf(rows),
    "pets: 1 of 1 operations, 12 of 12 documented statuses\n" +
      "  ✓ listDogs  GET /pets/dogs  200 ×1  200 text/csv ×1  304 without content ×1  400 ×1  401 ×1  404 ×1  500 ×1  503 ×1\n" +
      "  ✓ outside   /pets           400 ×1  404 ×1  405 ×1  431 ×1  500 ×1\n",
  );
});

t.test("reports each documented response that was not seen", async (t) => {
  const names = ["200", "200 text/csv", "304 without content", "400", "401", "404", "500", "503"].map(
    (name) => `listDogs ${name}`,
  );
  const outside = ["400", "404", "405", "431", "500"].map((name) => `outside ${name}`);
  for (const [index, name] of [...names, ...outside].entries()) {
    const rows = rowsOf(contract, ALL.toSpliced(index, 1));
    t.same(gapsIn(rows), [`pets ${name}`]);
    t.equal(totalOf(rows).statuses.seen, 11);
    t.match(tableOf(rows), /^ {2}✗ .* ×0/m);
  }
  const rows = rowsOf(contract, ALL.slice(1));
  t.same(
    totalOf(rows).operations,
    { seen: 0, all: 1 },
    "an operation counts as seen only if all its documented responses were seen",
  );
});

t.test(
  "reports an operation as one gap if none of its responses was seen, and ignores the responses of another contract",
  async (t) => {
    const others = ALL.map((response) => ({ ...response, contract: "others" }));
    t.same(gapsIn(rowsOf(contract, others)), ["pets listDogs", "pets outside"]);
  },
);

t.test("ignores responses that are not documented and adds up the counts of the same response", async (t) => {
  const more = { contract: "pets", operation: "listDogs", status: 400, type: JSON_TYPE, count: 41 };
  const [row] = rowsOf(contract, [...ALL, more, { ...more, status: 418 }, { ...more, type: "text/html" }]);
  t.same(
    row?.responses.map(({ status, count }) => [status, count]),
    [
      [200, 1],
      [200, 1],
      [304, 1],
      [400, 42],
      [401, 1],
      [404, 1],
      [500, 1],
      [503, 1],
    ],
  );
});

t.test("save adds a file, readAll reads all files and clear deletes them", async (t) => {
  const path = await mkdtemp(join(tmpdir(), "triptych-proof-"));
  t.teardown(() => rm(path, { recursive: true, force: true }));
  const folder = pathToFileURL(`${path}/seen/`);
  t.same(seen.readAll(folder), []);
  seen.save(ALL.slice(0, 5), folder);
  seen.save(ALL.slice(5), folder);
  const all = seen.readAll(folder);
  t.equal(all.length, ALL.length);
  t.same(gapsIn(rowsOf(contract, all)), []);
  seen.clear(folder);
  t.same(seen.readAll(folder), []);
});

t.test("the page has a row for each operation and shows its result as text, not by colour alone", async (t) => {
  const page = proofPage([contract], ALL.slice(1), new Date(0));
  t.match(page, "<strong>0 of 1 operations, 11 of 12 documented statuses</strong>");
  t.match(page, /<tr class="missing">\n<th scope="row">listDogs<\/th>\n<td><code>GET \/pets\/dogs<\/code><\/td>/);
  t.match(page, '<li><code>200</code> <span class="never">never</span></li><li><code>200 text/csv</code> ×1</li>');
  t.match(page, "✗ 1 never seen");
  t.match(page, /<tr class="proved">\n<th scope="row">outside<\/th>/);
  t.match(page, "✓ proved");
  t.match(page, "1970-01-01T00:00:00.000Z");
  t.notMatch(page, /<script|style="/);
});
