import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import t from "tap";
import type { ResponseObject } from "#contract/contract";
import { loadContracts } from "../../scripts/contracts.ts";
import { EXCEPTIONS } from "../../scripts/proof/exceptions.ts";
import { proofPage } from "../../scripts/proof/page.ts";
import { partsOf, partsProvedBy, responsePartsOf } from "../../scripts/proof/parts.ts";
import { describeProblem, rowsOf, sentenceOf, totalOf } from "../../scripts/proof/rows.ts";
import * as seen from "../../scripts/proof/seen.ts";
import { gapsIn, tableOf } from "../../scripts/proof/table.ts";
import { petContract } from "../support/pets.ts";

/** A contract with one operation, whose 200 response has two content types. */
const contract = petContract((yaml) =>
  yaml
    .replace(/ {4}post:[\s\S]*(?=x-outside)/, "")
    .replace('{ $ref: "#/components/schemas/Dog" } } } }', '{ $ref: "#/components/schemas/Dog" } } }, text/csv: {} }'),
);
const [listDogs] = contract.operations;
if (listDogs === undefined) throw new Error("The contract has an operation.");

const PET = { contract: "pets", operation: "listDogs", count: 1 };

/** Every part, proved once. */
const ALL: readonly seen.SeenPart[] = [
  ...partsOf(listDogs).map((part) => ({ ...PET, ...part })),
  ...responsePartsOf(contract.outside).map((part) => ({ ...PET, operation: "outside", ...part })),
];

t.test("reports no gaps when every part was proved", async (t) => {
  const rows = rowsOf(contract, ALL);
  t.same(gapsIn(rows), []);
  const sentence =
    "1 of 1 operations, 12 of 12 statuses, 44 of 44 headers, 4 of 4 response fields and values, " +
    "2 of 2 parameters and body fields, 0 exceptions";
  t.equal(sentenceOf(totalOf(rows)), sentence);
  t.equal(
    tableOf(rows),
    `pets: ${sentence}\n` +
      "  ✓ listDogs  GET /pets/dogs  200 ×1  200 text/csv ×1  304 without content ×1  400 ×1  401 ×1  404 ×1  500 ×1  503 ×1\n" +
      "  ✓ outside   /pets           400 ×1  404 ×1  405 ×1  431 ×1  500 ×1\n",
  );
});

t.test("reports each part that was not proved", async (t) => {
  for (const [index, part] of ALL.entries()) {
    const rows = rowsOf(contract, ALL.toSpliced(index, 1));
    t.same(gapsIn(rows), [`pets ${part.operation}: ${describeProblem({ ...part, count: 0, isException: false })}`]);
    t.match(tableOf(rows), /^ {2}✗ /m);
  }
  const missing = { count: 0, isException: false };
  t.equal(describeProblem({ kind: "response", name: "200", ...missing }), "never seen: 200");
  t.equal(describeProblem({ kind: "read", name: "query limit", ...missing }), "no handler reads query limit");
  t.equal(describeProblem({ kind: "effect", name: "query limit", ...missing }), "no effect of query limit");
  t.same(totalOf(rowsOf(contract, ALL.slice(1))).operations, { proved: 0, all: 1 }, "every part must be proved");
});

t.test("reports an operation as one gap if none of its responses was seen, and ignores other contracts", async (t) => {
  const others = ALL.map((part) => ({ ...part, contract: "others" }));
  t.same(gapsIn(rowsOf(contract, others)), ["pets listDogs: never seen", "pets outside: never seen"]);
});

t.test("ignores what is not documented, and adds up the counts of a part", async (t) => {
  const more = { ...PET, kind: "response", name: "400", count: 41 } as const;
  const [row] = rowsOf(contract, [...ALL, more, { ...more, name: "418" }, { ...more, name: "400 text/html" }]);
  t.same(
    row?.parts.filter(({ kind }) => kind === "response").map(({ name, count }) => `${name} ${count}`),
    ["200 1", "200 text/csv 1", "304 without content 1", "400 42", "401 1", "404 1", "500 1", "503 1"],
  );
});

t.test("a response proves its status, headers, optional fields and values", async (t) => {
  const documented: ResponseObject = {
    headers: { ETag: { schema: {} }, Vary: { schema: {} } },
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["kind"],
          properties: {
            kind: { enum: ["a", "b"] },
            note: { type: "string" },
            list: { type: "array", items: { type: "object", properties: { extra: { type: "string" } } } },
          },
        },
      },
    },
  };
  const proof = { contract: "x", operation: "y", status: 200, type: "application/json", documented };
  const body = { kind: "b", list: [{}, { extra: "" }] };
  t.same(
    partsProvedBy({ ...proof, headers: { etag: "1" }, text: JSON.stringify(body) }).map(
      ({ kind, name }) => `${kind}: ${name}`,
    ),
    [
      "response: 200",
      "header: 200 ETag",
      'value: 200 /kind "b"',
      "field: 200 /note absent",
      "field: 200 /list present",
      "field: 200 /list[]/extra absent",
      "field: 200 /list[]/extra present",
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

t.test("the page has totals for each contract and the parts of each operation, by kind", async (t) => {
  const page = proofPage([contract]);
  const total = ["1", "12", "44", "4", "2", "0"].map((count) => `<td [^>]*>${count}</td>`).join("");
  t.match(page, new RegExp(`<a href="#pets">[^<]*</a></th>${total}</tr>\n.*>All</th>${total}</tr>`));
  t.match(page, /<summary>listDogs <code>GET \/pets\/dogs<\/code><\/summary>/);
  t.match(page, /<summary>other requests <code>\/pets<\/code><\/summary>/);
  const [, operation = ""] = /<details>(.*?)<\/details>/s.exec(page) ?? [];
  t.same(
    [...operation.matchAll(/<dt>(.*)<\/dt><dd>(.*)<\/dd>/g)].map(([, title, list = ""]) => [
      title,
      ...[...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = ""]) => item.replaceAll(/<[^>]*>/g, "").trim()),
    ]),
    [
      ["Responses", "200, 200 text/csv, 304 without content, 400, 401, 404, 500, 503"],
      [
        "Response headers",
        "X-Request-Id 200, 304, 400, 401, 404, 500, 503",
        "ETag 200, 304",
        "Allow, Retry-After, WWW-Authenticate 400, 401, 404, 500, 503",
      ],
      ["Optional response fields", "failure /details present, absent"],
      ["Parameters and body fields", "query limit, query good"],
    ],
  );
  t.notMatch(page, /<script|style="/);
});

t.test("texts of contracts are escaped on the page", async (t) => {
  const info = { title: "<script>alert(1)</script>", version: "<b>1</b>" };
  const page = proofPage([{ ...contract, document: { ...contract.document, info } }]);
  t.match(page, "&#60;script&#62;alert(1)&#60;/script&#62;, version &#60;b&#62;1");
  t.notMatch(page, /<script>|<b>/);
});

t.test("every exception is a part of its operations", async (t) => {
  const known = loadContracts().flatMap((contract) =>
    rowsOf(contract, []).flatMap(({ operation, parts }) =>
      parts.map(({ kind, name }) => `${contract.name} ${operation}: ${kind} ${name}`),
    ),
  );
  for (const { contract, operations, parts } of EXCEPTIONS)
    for (const operation of operations)
      for (const { kind, name } of parts) {
        const part = `${contract} ${operation}: ${kind} ${name}`;
        t.ok(known.includes(part), part);
      }
});

t.test("the page lists the exceptions of an operation with their reason, and apart from what is proved", async (t) => {
  const page = proofPage(loadContracts());
  t.match(
    page,
    /createItem<\/th>.*<code>200 \/item\/file<\/code> present<.*An item that is created for a link has no file\./,
  );
  const [, operation = ""] = /<summary>createItem <(.*?)<\/details>/s.exec(page) ?? [];
  t.match(operation, /Optional response fields.*<code>200 \/item\/file<\/code> absent</);
  t.match(operation, /Exceptions.*<code>200 \/item\/file<\/code> present</);
});
