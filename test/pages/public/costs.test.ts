import t from "tap";
import { read } from "../../../src/pages/public/published.ts";
import { openLibrary } from "../../support/library.ts";
import { queriesOf } from "../../support/queries.ts";

t.test("a page of a public collection needs as many statements with 500 items as with one", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { _id: $id } = await ann.addCollection("Large", undefined, { public: true });
  const { context } = app;
  const statements = async (page: number) =>
    (
      await queriesOf(context.database, (database) =>
        read({ ...context, database }, $id, { page, search: "", hasTags: true }),
      )
    ).length;
  await ann.addItem($id);
  const few = await statements(0);
  const items = Array.from({ length: 50 }, (_, index) => ({
    link: `https://example.com/${index}`,
    collection: { $id },
  }));
  for (let round = 0; round < 10; round++) await ann.call("POST", "/raindrops", { items });
  t.equal(await statements(0), few);
  t.equal(await statements(9), few + 1, "the items of a later page take another one");
  t.ok(few <= 14, `${few} statements`);
});
