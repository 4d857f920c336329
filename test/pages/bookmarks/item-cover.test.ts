import t from "tap";
import { signIn } from "../../../harness/page-client.ts";
import { postFile } from "../../../harness/page-uploads.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { openLibrary } from "../../support/library.ts";

/** A bookmark whose owner is signed in, and a function that uploads its cover. */
async function openWithItem(t: Parameters<typeof openLibrary>[0]) {
  const library = await openLibrary(t);
  const { base } = library.app;
  const { _id } = await library.ann.addItem();
  const client = await signIn(base, library.ann);
  const page = `/bookmarks/items/${_id}`;
  const upload = (bytes: Uint8Array, csrf?: string) =>
    postFile(base, client, `${page}/cover`, { field: "cover", bytes }, { page, csrf });
  const cover = async () => (await library.ann.call("GET", `/raindrop/${_id}`)).item.cover;
  return { ...library, base, client, page, upload, cover };
}

t.test("a cover is uploaded, shown and removed", async (t) => {
  const { app, client, page, upload, cover } = await openWithItem(t);
  const location = `${page}#cover`;
  t.match(await upload(await pngOf(2, 2, "#ff0000")), { status: 303, location, notice: "edit-cover-saved" });
  const path = new URL(String(await cover())).pathname;
  t.match(path, /^\/rest\/v1\/cover\//);
  t.match((await client.get(page)).text, `<img class="cover" src="${path}" alt="">`);
  t.match(await client.post(`${page}/cover/remove`), { status: 303, notice: "edit-cover-removed" });
  t.equal(await cover(), "");
  await app.context.cleanup.settled();
  t.equal((await client.get(path)).status, 404, "its picture is deleted");
});

t.test("a wrong file or none is said on the page", async (t) => {
  const { client, page, upload, cover } = await openWithItem(t);
  const wrong = await upload(Buffer.from("no picture"));
  t.equal(wrong.status, 200);
  t.match(wrong.text, 'class="alert"');
  t.match(await upload(Buffer.alloc(0)), { status: 200, text: "Choose a file." });
  t.match(await upload(Buffer.alloc(5 * 1024 * 1024 + 1)), { status: 200, text: "The file is larger than 5 MiB." });
  t.equal((await client.post(`${page}/cover`)).status, 400, "a form without a file");
  t.equal(await cover(), "");
});

t.test("a form without a valid CSRF token as its first field is rejected before its file is read", async (t) => {
  const { base, bob, page, client, upload, cover } = await openWithItem(t);
  const png = await pngOf(2, 2, "#ff0000");
  t.equal((await upload(png, "wrong")).status, 403);
  t.equal((await upload(Buffer.alloc(8 * 1024 * 1024), "wrong")).status, 403);
  const { text } = await client.get(page);
  const form = new FormData();
  form.append("cover", new File([Uint8Array.from(png)], "x.png"));
  form.append("_csrf", /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? "");
  const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const late = await fetch(`${base}${page}/cover`, { method: "POST", body: form, headers: { cookie } });
  t.equal(late.status, 403);
  const stranger = await signIn(base, bob);
  const file = { field: "cover", bytes: png };
  t.equal((await postFile(base, stranger, `${page}/cover`, file, { page: "/account/profile" })).status, 404);
  t.equal(await cover(), "");
});

t.test("the cover of another server is shown as its address only", async (t) => {
  const { ann, client } = await openWithItem(t);
  const { _id } = await ann.addItem(-1, { cover: "https://example.com/<b>.png" });
  const { text } = await client.get(`/bookmarks/items/${_id}`);
  t.match(text, "https://example.com/&#60;b&#62;.png</p>");
  t.notMatch(text, '<img class="cover"');
});
