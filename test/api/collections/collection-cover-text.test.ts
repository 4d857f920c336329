import t from "tap";
import { errorFieldsOf, openLibrary } from "../../support/library.ts";

t.test("updateCollection: a cover that is a text is one address, and ignored if it is none", async (t) => {
  const { ann } = await openLibrary(t);
  const cover = "https://example.com/c.png";
  const { _id: id } = await ann.addCollection("Books", undefined, { cover });
  t.same((await ann.call("GET", `/collection/${id}`)).item.cover, [cover]);
  for (const text of ["data", "", "ftp://example.com/", "https://"]) {
    t.same((await ann.call("PUT", `/collection/${id}`, { cover: text })).item.cover, [cover], text);
  }
  t.same((await ann.call("PUT", `/collection/${id}`, { cover: `${cover}?2` })).item.cover, [`${cover}?2`]);
  for (const invalid of [5, null, `https://example.com/${"x".repeat(2048)}`]) {
    t.match(errorFieldsOf(await ann.request("PUT", `/collection/${id}`, { cover: invalid })), {
      status: 400,
      error: "cover",
    });
  }
});
