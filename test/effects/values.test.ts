import t from "tap";
import { formOf } from "../../harness/forms.ts";
import { pngOf } from "../../harness/pictures.ts";
import { openLibrary } from "../support/library.ts";
import { createKey, setLevel } from "../support/people.ts";

// Values of enumerations that the server stores: every operation returns each of them.

const FORM = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });
const LINK = "https://example.com/";
const MEDIA = [{ link: "https://example.com/a.png", type: "image" }, { link: "https://example.com/b.png" }];

t.test("every operation on collections returns every view", async (t) => {
  const { ann } = await openLibrary(t);
  const views = ["list", "simple", "grid", "masonry"];
  for (const view of views) {
    const root = await ann.addCollection(view, undefined, { view });
    const nested = await ann.addCollection(view, root._id, { view });
    for (const id of [root._id, nested._id]) {
      t.equal((await ann.call("GET", `/collection/${id}`)).item.view, view);
      t.equal((await ann.call("PUT", `/collection/${id}`, { view })).item.view, view);
      const uploaded = await ann.request("PUT", `/collection/${id}/cover`, FORM.body, FORM.headers);
      t.match(uploaded, { status: 200, body: { item: { view } } });
    }
  }
  for (const path of ["/collections", "/collections/childrens"]) {
    t.same(new Set((await ann.call("GET", path)).items.map(({ view }) => view)), new Set(views));
  }
});

t.test("every operation on items returns every type", async (t) => {
  const { ann } = await openLibrary(t);
  const types = ["link", "article", "image", "video", "document", "audio"];
  for (const type of types) {
    const { _id } = await ann.addItem(-1, { type, media: MEDIA });
    t.match((await ann.call("GET", `/raindrop/${_id}`)).item, { type, media: MEDIA });
    t.match((await ann.call("PUT", `/raindrop/${_id}`, { type, media: MEDIA })).item, { type, media: MEDIA });
    const created = await ann.call("POST", "/raindrops", { items: [{ link: LINK, type, media: MEDIA }] });
    t.match(created.items, [{ type, media: MEDIA }]);
    const deleted = await ann.addItem(-1, { type, media: MEDIA });
    t.match((await ann.call("DELETE", `/raindrop/${deleted._id}`)).item, { type, media: MEDIA });
  }
  t.same(new Set((await ann.call("GET", "/raindrops/-1")).items.map(({ type }) => type)), new Set(types));
});

t.test("listUsers returns every locale", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  await setLevel(app, ann.id, 4);
  const key = await createKey(app, ann.id);
  const patched = await app.send("PATCH", `/api/v1/users/${bob.id}.json`, { key, body: { locale: "sv" } });
  t.equal(patched.status, 200);
  const { body } = await app.send("GET", "/api/v1/users.json", { key });
  t.match(body, { users: { data: [{ locale: "en" }, { locale: "sv" }] } });
});
