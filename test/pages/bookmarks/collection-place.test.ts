import t from "tap";
import { signIn } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";

/** Ann, signed in, with the collections a, b and c at the top level in this order. */
async function openCollections(t: Parameters<typeof openLibrary>[0]) {
  const library = await openLibrary(t);
  const { ann, app } = library;
  const ids: Record<string, number> = {};
  for (const title of ["c", "b", "a"]) ids[title] = (await ann.addCollection(title))._id;
  const client = await signIn(app.base, ann);
  await client.get("/bookmarks");
  const post = (title: string, action: "place" | "title", fields: Record<string, string>) =>
    client.post(`/bookmarks/collections/${ids[title]}/${action}`, { back: "/bookmarks/-1", ...fields });
  const titles = async (path = "/collections") => (await ann.call("GET", path)).items.map(({ title }) => title);
  return { ...library, client, ids, post, titles, idOf: (title: string) => String(ids[title]) };
}

t.test("a collection is put before and after another one, and returns to the page that it was on", async (t) => {
  const { post, idOf, titles, client } = await openCollections(t);
  t.same(await titles(), ["a", "b", "c"]);
  t.match(await post("c", "place", { before: idOf("a") }), { status: 303, location: "/bookmarks/-1" });
  t.match((await client.get("/bookmarks/-1")).text, "The collection was moved.");
  t.same(await titles(), ["c", "a", "b"]);
  await post("c", "place", { after: idOf("a") });
  t.same(await titles(), ["a", "c", "b"]);
  await post("c", "place", { after: idOf("c") });
  t.same(await titles(), ["a", "c", "b"], "beside itself");
});

t.test("a collection is put into another one, beside those in it, and back to the top level", async (t) => {
  const { ann, ids, post, idOf, titles } = await openCollections(t);
  await post("b", "place", { parent: idOf("a") });
  await post("c", "place", { before: idOf("b") });
  t.same(await titles(), ["a"]);
  t.match((await ann.call("GET", "/collections/childrens")).items, [
    { title: "c", parent: { $id: ids.a } },
    { title: "b", parent: { $id: ids.a } },
  ]);
  await post("b", "place", { parent: "top" });
  t.same(new Set(await titles()), new Set(["a", "b"]));
  await post("c", "place", { after: idOf("b") });
  t.same((await titles()).indexOf("c"), (await titles()).indexOf("b") + 1);
});

t.test("at the top level, a collection moves within groups and between them", async (t) => {
  const { ann, ids, post, idOf } = await openCollections(t);
  const { _id: nested } = await ann.addCollection("nested", ids.a);
  const groups = [
    { title: "One", hidden: false, sort: 0, collections: [ids.a, ids.b] },
    { title: "Two", hidden: false, sort: 1, collections: [ids.c] },
  ];
  await ann.call("PUT", "/user", { groups });
  const stored = async () => (await ann.call("GET", "/user")).user.groups.map(({ collections }) => collections);
  await post("a", "place", { before: idOf("c") });
  t.same(await stored(), [[ids.b], [ids.a, ids.c]]);
  await post("a", "place", { after: idOf("b") });
  t.same(await stored(), [[ids.b, ids.a], [ids.c]]);
  ids.nested = nested;
  await post("nested", "place", { after: idOf("c") });
  t.same(
    await stored(),
    [
      [ids.b, ids.a],
      [ids.c, nested],
    ],
    "a nested one comes to the top level",
  );
  await post("b", "place", { before: idOf("nested") });
  t.same(await stored(), [[ids.a], [ids.c, ids.b, nested]]);
});

t.test("a collection is not put into itself, below itself, beside those of others, or nowhere", async (t) => {
  const { ann, bob, ids, post, idOf, titles } = await openCollections(t);
  const { _id: inner } = await ann.addCollection("inner", ids.a);
  const { _id: innermost } = await ann.addCollection("innermost", inner);
  const { _id: theirs } = await bob.addCollection("theirs");
  const refused = [
    { parent: idOf("a") },
    { parent: String(inner) },
    { before: String(innermost) },
    { before: String(theirs) },
    { parent: String(theirs) },
    { before: "x" },
    { parent: "" },
    {},
  ];
  for (const fields of refused) {
    const { status } = await post("a", "place", fields);
    t.ok([400, 403, 404, 422].includes(status), `${JSON.stringify(fields)}: ${status}`);
  }
  t.same(await titles(), ["a", "b", "c"]);
  t.equal((await post("a", "place", { parent: idOf("b"), _csrf: "wrong" })).status, 403);
});

t.test("a collection is renamed by those who may change it", async (t) => {
  const { app, ann, bob, ids, post, titles } = await openCollections(t);
  t.match(await post("a", "title", { title: "  A  " }), { status: 303, location: "/bookmarks/-1" });
  t.same(await titles(), ["A", "b", "c"]);
  t.equal((await post("a", "title", { title: " " })).status, 422);
  t.match(await post("a", "title", { title: "x", back: "//elsewhere.example" }), { location: "/bookmarks" });
  await share(app, ids.a ?? 0, bob.id, "member");
  await share(app, ids.b ?? 0, bob.id, "viewer");
  const theirs = await signIn(app.base, bob);
  await theirs.get("/bookmarks");
  const rename = (id = 0) => theirs.post(`/bookmarks/collections/${id}/title`, { title: "Bob's" });
  t.equal((await rename(ids.a)).status, 303);
  t.equal((await rename(ids.b)).status, 403);
  t.equal((await rename(ids.c)).status, 404);
  t.equal((await theirs.post(`/bookmarks/collections/${ids.a}/place`, { parent: "top" })).status, 303, "unchanged");
  t.equal((await theirs.post(`/bookmarks/collections/${ids.a}/place`, { before: String(ids.b) })).status, 403);
  t.same(
    (await ann.call("GET", "/collections")).items.map(({ title }) => title),
    ["Bob's", "b", "c"],
  );
});
