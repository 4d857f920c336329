import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import type { ResponseObject } from "../src/contract.ts";
import { partsOf, partsProvedBy, responsePartsOf } from "../tools/proof/parts.ts";
import { reportOf } from "../tools/proof/report.ts";
import { describeProblem, rowsOf, withKinds } from "../tools/proof/rows.ts";
import * as seen from "../tools/proof/seen.ts";
import { gapsIn, tableOf } from "../tools/proof/table.ts";
import { percentOf, sentenceOf, totalOf } from "../tools/proof/totals.ts";
import { unknownEffects, unknownExceptions } from "../tools/proof/unknown-parts.ts";
import { parseContract } from "../tools/source/contracts.ts";

/** A contract with one operation, whose 200 response has two content types. */
const contract = parseContract(
  "pets",
  readFileSync(new URL("pets.yaml", import.meta.url), "utf8")
    .replace(/ {4}post:[\s\S]*(?=^# Responses)/m, "")
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
  t.equal(describeProblem({ kind: "status", name: "200", ...missing }), "never seen: status 200");
  t.equal(
    describeProblem({ kind: "read", name: "query limit", ...missing }),
    "no handler reads the parameter query limit",
  );
  t.equal(
    describeProblem({ kind: "effect", name: "query limit", ...missing }),
    "no effect of the parameter query limit",
  );
  t.equal(describeProblem({ kind: "effect", name: "body /name", ...missing }), "no effect of the field body /name");
  t.same(
    totalOf(rowsOf(contract, ALL.slice(1))).operations,
    { proved: 0, excepted: 0, all: 1 },
    "every part must be proved",
  );
});

t.test("reports an operation as one gap if none of its responses was seen, and ignores other contracts", async (t) => {
  const others = ALL.map((part) => ({ ...part, contract: "others" }));
  t.same(gapsIn(rowsOf(contract, others)), ["pets listDogs: never seen", "pets outside: never seen"]);
});

t.test("ignores what is not documented, and adds up the counts of a part", async (t) => {
  const more = { ...PET, kind: "status", name: "400", count: 41 } as const;
  const [row] = rowsOf(contract, [...ALL, more, { ...more, name: "418" }, { ...more, name: "400 text/html" }]);
  t.same(
    row?.parts.filter(({ kind }) => kind === "status").map(({ name, count }) => `${name} ${count}`),
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
      "status: 200",
      "header: 200 ETag",
      'enumeration value: 200 /kind "b"',
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
  const folder = join(path, "seen");
  t.same(seen.readAll(folder), []);
  seen.save(folder, ALL.slice(0, 5));
  seen.save(folder, ALL.slice(5));
  const all = seen.readAll(folder);
  t.equal(all.length, ALL.length);
  t.same(gapsIn(rowsOf(contract, all)), []);
  seen.clear(folder);
  t.same(seen.readAll(folder), []);
});

t.test("a contract without responses outside of its operations needs no proof of them", async (t) => {
  const { "x-outside-operations": _, ...document } = contract.document;
  t.same(
    rowsOf({ ...contract, document }, []).map(({ operation }) => operation),
    ["listDogs"],
  );
});

t.test("an exception counts neither as proved nor as missing, and must not be proved", async (t) => {
  const exception = {
    contract: "pets",
    operations: ["listDogs"],
    parts: ["header 503 Retry-After", "effect query limit"],
    reason: "a reason",
  };
  const isExcepted = ({ operation, kind, name }: seen.SeenPart) =>
    operation === "listDogs" && exception.parts.includes(`${kind} ${name}`);
  const others = ALL.filter((part) => !isExcepted(part));
  t.equal(others.length, ALL.length - 2);
  t.equal(percentOf(rowsOf(contract, others, [exception])), 100);
  const rows = rowsOf(contract, others, [exception]);
  t.same(totalOf(rows), {
    operations: { proved: 0, excepted: 1, all: 1 },
    events: { proved: 0, excepted: 0, all: 0 },
    statuses: { proved: 12, excepted: 0, all: 12 },
    headers: { proved: 43, excepted: 1, all: 44 },
    fields: { proved: 4, excepted: 0, all: 4 },
    inputs: { proved: 1, excepted: 1, all: 2 },
    exceptions: 2,
  });
  t.match(sentenceOf(totalOf(rows)), /^0 of 1 operations \(1 with exceptions\), .*, 2 exceptions$/);
  t.match(tableOf(rows), /✓ listDogs .* {2}503 ×1 {2}2 exceptions\n/);
  t.same(gapsIn(rows), []);
  const oneLess = rowsOf(contract, others.slice(1), [exception]);
  t.equal(percentOf(oneLess), Math.floor(((others.length - 1) / others.length) * 1000) / 10, "a share of the others");
  t.same(gapsIn(rowsOf(contract, ALL, [exception])), [
    "pets listDogs: proved, so it is no exception: header 503 Retry-After",
    "pets listDogs: proved, so it is no exception: effect query limit",
  ]);
  t.same(unknownExceptions([exception], [contract]), []);
  t.same(unknownExceptions([{ ...exception, parts: ["header 503 Age"] }], [contract]), [
    'The operation listDogs of pets has no part "header 503 Age".',
  ]);
});

t.test("an effect of what no contract has is an error; other records may have more than needs proof", async (t) => {
  const effect = { ...PET, kind: "effect", name: "query limit" } as const;
  const misspelled = [
    { ...effect, contract: "pest" },
    { ...effect, operation: "listDog" },
    { ...effect, name: "query limits" },
    { ...effect, name: "limit" },
  ];
  t.same(unknownEffects([...ALL, { ...effect, kind: "read", name: "query limits" }], [contract]), []);
  t.same(unknownEffects([...misspelled, ...misspelled], [contract]), [
    'recordEffect("pest", "listDogs", "query limit"): There is no contract pest. It is one of: pets.',
    'recordEffect("pets", "listDog", "query limit"): pets has no operation listDog. It is one of: listDogs.',
    'recordEffect("pets", "listDogs", "limit"): listDogs has no such parameter or field. It is one of: query limit, query good.',
    'recordEffect("pets", "listDogs", "query limits"): listDogs has no such parameter or field. It is one of: query limit, query good.',
  ]);
});

t.test("effects of the fields of forms and of combined schemas may be recorded", async (t) => {
  const forms = parseContract("forms", readFileSync(new URL("forms.yaml", import.meta.url), "utf8"));
  const pets = parseContract(
    "pets",
    readFileSync(new URL("pets.yaml", import.meta.url), "utf8").replace(
      'schema: { $ref: "#/components/schemas/NewDog" }',
      'schema: { anyOf: [{ $ref: "#/components/schemas/NewDog" }, { type: "null" }] }',
    ),
  );
  const effects = [
    ["forms", "addSmall", "body /title"],
    ["forms", "addSmall", "body /file"],
    ["pets", "createDog", "body /weight"],
  ].map(
    ([contract = "", operation = "", name = ""]) => ({ contract, operation, kind: "effect", name, count: 1 }) as const,
  );
  t.same(unknownEffects(effects, [forms, pets]), []);
  t.same(pets.operations.find(({ id }) => id === "createDog")?.bodySchema?.properties, undefined, "it is combined");
});

t.test("the share of parts that are proved is rounded down, so that 100 % means all", async (t) => {
  t.equal(percentOf(rowsOf(contract, ALL)), 100);
  t.equal(percentOf(rowsOf(contract, ALL.slice(1))), Math.floor(((ALL.length - 1) / ALL.length) * 1000) / 10);
  t.equal(percentOf(rowsOf(contract, [])), 0);
  t.equal(percentOf([]), 100);
});

t.test("parts of some kinds can be reported alone", async (t) => {
  const rows = withKinds(rowsOf(contract, ALL.slice(1)), ["read", "effect"]);
  t.same(gapsIn(rows), []);
  t.equal(percentOf(rows), 100);
  t.match(tableOf(rows), /✓ listDogs {2}GET \/pets\/dogs\n/);
  const unread = ALL.filter(({ kind, name }) => kind !== "read" || name !== "query limit");
  t.same(gapsIn(withKinds(rowsOf(contract, unread), ["read"])), [
    "pets listDogs: no handler reads the parameter query limit",
  ]);
  t.same(gapsIn(withKinds(rowsOf(contract, unread), ["header"])), []);
});

t.test("the report names what is missing and what is excepted, with its kind", async (t) => {
  const isMissing = ({ operation, kind, name }: seen.SeenPart) =>
    operation === "listDogs" && ["status 200", "header 200 ETag", "effect query limit"].includes(`${kind} ${name}`);
  const exception = {
    contract: "pets",
    operations: ["listDogs"],
    parts: ["field failure /details present"],
    reason: "a reason",
  };
  const others = ALL.filter((part) => !isMissing(part) && part.name !== "failure /details present");
  const folder = await mkdtemp(join(tmpdir(), "contract-report-"));
  t.teardown(() => rm(folder, { recursive: true }));
  const report = await reportOf(folder, [[contract, rowsOf(contract, others, [exception])]]);
  const [listDogsReport] = report.contracts[0]?.operations ?? [];
  t.match(listDogsReport, {
    id: "listDogs",
    proved: partsOf(listDogs).length - 4,
    parts: partsOf(listDogs).length,
    missing: [
      { kind: "status", name: "200", problem: "never seen: status 200" },
      { kind: "header", name: "200 ETag", problem: "never seen: header 200 ETag" },
      { kind: "parameter", name: "query limit", problem: "no effect of the parameter query limit" },
    ],
    exceptions: [{ kind: "field", name: "failure /details present" }],
  });
  t.equal(listDogsReport?.missing.length, 3);
});
