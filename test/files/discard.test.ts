import { text } from "node:stream/consumers";
import t from "tap";
import * as library from "../../src/collections/library.ts";
import * as itemFile from "../../src/items/file.ts";
import { insertAccount } from "../support/accounts.ts";
import { openTestDatabase } from "../support/databases.ts";

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
