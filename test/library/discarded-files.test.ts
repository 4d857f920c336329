import { text } from "node:stream/consumers";
import t from "tap";
import { failureOf } from "#contract/test/failures";
import type { Database } from "../../src/database/database.ts";
import * as cleanup from "../../src/library/cleanup/cleanup.ts";
import * as itemFile from "../../src/library/items/file.ts";
import * as library from "../../src/library/library.ts";
import { insertAccount } from "../support/accounts.ts";
import { openTestDatabase } from "../support/databases.ts";

/** A handle with which every deletion fails. */
function withoutDeletions(database: Database): Database {
  return database.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === "DeleteQueryNode") throw new Error("The deletion failed.");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

const clock = () => 0;
const OPTIONS = { itemAddress: "http://triptych.test/", maxBytes: 1024 * 1024 };

async function* contentOf(content: string): AsyncIterable<Buffer> {
  yield Buffer.from(content);
}

t.test("upload: the file stays if an error is reported after its item was created", async (t) => {
  const database = await openTestDatabase(t);
  const ann = await insertAccount(database);
  // Like a connection that breaks after the database has committed.
  const lost = new Error("The response to the commit was lost.");
  let changes = 0;
  library.onChange(database, () => {
    if (++changes === 2) throw lost;
  });
  const file = { name: "a.txt", placeId: -1, content: contentOf("text") };
  await t.rejects(itemFile.upload(database, clock, ann, file, OPTIONS), lost);
  const { id } = await database.selectFrom("items").select("id").executeTakeFirstOrThrow();
  const { content } = await itemFile.get(database, ann, id);
  t.equal(await text(content), "text");
});

t.test("upload: throws its own error if the file can't be discarded; the cleanup deletes the file", async (t) => {
  const database = await openTestDatabase(t);
  const ann = await insertAccount(database);
  const uploads = {
    "of an unknown kind": { file: { name: "a", placeId: -1, content: contentOf("\0") }, error: { kind: "invalid" } },
    "to an unknown collection": {
      file: { name: "a", placeId: 9, content: contentOf("text") },
      error: { kind: "invalid" },
    },
  };
  for (const [name, { file, error }] of Object.entries(uploads)) {
    t.match(await failureOf(itemFile.upload(withoutDeletions(database), clock, ann, file, OPTIONS)), error, name);
  }
  const later = () => clock() + 24 * 3_600_000;
  while (await cleanup.hasWork(database, later)) await cleanup.cleanUp(database, later, 100);
  t.same(await database.selectFrom("files").selectAll().execute(), []);
});
