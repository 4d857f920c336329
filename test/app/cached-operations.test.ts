import t from "tap";
import { CATALOGUE, COLLECTIONS, USERS } from "../../src/api/cached-operations.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { createFixtures } from "../costs/fixtures.ts";
import { REQUESTS } from "../costs/requests.ts";
import { openSeededApp } from "../costs/seeded-app.ts";
import { readGroups, takeUndeclaredReads } from "../support/cached-reads.ts";
import { engine } from "../support/databases.ts";

const DECLARED = { catalogue: CATALOGUE, users: USERS, collections: COLLECTIONS };

const declared = Object.entries(DECLARED)
  .flatMap(([name, operations]) => Object.keys(operations).map((id) => `${name} ${id}`))
  .sort();

/** Operations whose responses depend on no table. */
const STATIC = new Set(["getIcon", "listIcons", "searchIcons"].map((id) => `collections ${id}`));

/** Operations with `GET` whose responses are not cached; `cached-operations.ts` says why. */
const NOT_CACHED = [
  "collections downloadBackup",
  "collections exportItems",
  "collections getCopy",
  "collections getFile",
  "collections listUndoSteps",
  "collections parseLink",
  "collections startBackup",
];

t.test("each operation with GET declares on which tables its cached responses depend, or is not cached", async (t) => {
  const operations = Object.keys(DECLARED).flatMap((name) =>
    loadContract(name)
      .operations.filter(({ method }) => method === "GET")
      .map(({ id }) => `${name} ${id}`),
  );
  t.same([...declared, ...NOT_CACHED].sort(), operations.sort());
});

const skip = engine === "sqlite" ? false : "only statements on SQLite are recorded";

t.test("a cached operation reads no table that it does not declare", { skip }, async (t) => {
  // Other tests find reads that depend on the data: `openApp` fails each test with an undeclared read.
  const app = await openSeededApp(t, 100);
  for (const { contract, isRead, send } of REQUESTS) {
    const fixtures = isRead ? await createFixtures(app, contract) : undefined;
    if (fixtures !== undefined) await send(fixtures);
  }
  t.same(takeUndeclaredReads(), []);
  t.same([...readGroups.keys()].sort(), declared, "each operation was called");
  for (const [operation, groups] of readGroups) if (!STATIC.has(operation)) t.ok(groups.size > 0, operation);
});
