import t from "tap";
import { formOf } from "../../../harness/forms.ts";
import { signIn } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";
import { openSite } from "../../support/site.ts";

const LINK = "http://a.example/";
const BUTTON = "Read the page again";

t.test("a button reads the page of a bookmark again, and keeps what was typed", async (t) => {
  const page = { headers: { "content-type": "text/html" }, body: "<title>Title</title>" };
  const site = await openSite(t, { [LINK]: page });
  const { app, ann, bob } = await openLibrary(t, { FETCH_LINKS: "on", FETCH_PROXY: site.base });
  const { _id: collection } = await ann.addCollection("Shared");
  await share(app, collection, bob.id, "viewer");
  const { _id: id } = await ann.addItem(collection, { link: LINK });
  await app.context.pages?.settled();
  const [client, path] = [await signIn(app.base, ann), `/bookmarks/items/${id}`];
  t.match((await client.get(path)).text, /Last read <time/);
  app.advanceClock(60_000);
  const location = new RegExp(`^${path}\\?draft=`);
  t.match(await client.post(`${path}/read`, { link: LINK, title: "Typed" }, { page: path }), {
    status: 303,
    location,
    notice: "edit-page-asked",
  });
  await app.context.pages?.settled();
  t.equal(site.requests.filter(({ url }) => url === LINK).length, 2);
  t.equal((await ann.call("GET", `/raindrop/${id}`)).item.title, "Title");
  const reader = await signIn(app.base, bob);
  t.equal((await reader.post(`${path}/read`, {}, { page: "/account/profile" })).status, 403);
});

t.test("files, and servers that read no pages, have no such button", async (t) => {
  const { app, ann } = await openLibrary(t, { FETCH_LINKS: "on" });
  const form = await formOf({ bytes: Buffer.from("Text."), field: "file", name: "a.txt" });
  const { body } = await ann.request("PUT", "/raindrop/file", form.body, form.headers);
  const client = await signIn(app.base, ann);
  const { item } = body as { item: { _id: number } };
  t.notMatch((await client.get(`/bookmarks/items/${item._id}`)).text, BUTTON);
  const other = await openLibrary(t);
  const { _id: id } = await other.ann.addItem();
  const page = await signIn(other.app.base, other.ann);
  t.notMatch((await page.get(`/bookmarks/items/${id}`)).text, BUTTON);
  t.equal((await page.post(`/bookmarks/items/${id}/read`)).status, 404);
});
