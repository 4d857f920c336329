import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { postFile } from "../../../harness/page-uploads.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";

const LINKS = "/bookmarks/items/links";
const UPLOAD = "/bookmarks/items/upload";
const PDF = Buffer.from("%PDF-1.7\n%%EOF\n");

async function openSignedIn(t: Parameters<typeof openLibrary>[0], settings: Readonly<Record<string, string>> = {}) {
  const library = await openLibrary(t, settings);
  const client = await signIn(library.app.base, library.ann);
  await client.get(LINKS);
  const linksIn = async (place: number) =>
    (await library.ann.call("GET", `/raindrops/${place}`)).items.map(({ link }) => link).sort();
  return { ...library, client, linksIn };
}

t.test("each of several links becomes a bookmark, without those that are saved already", async (t) => {
  const { ann, client, linksIn } = await openSignedIn(t);
  const { _id: collection } = await ann.addCollection("Reading");
  await ann.addItem(-1, { link: "https://example.com/known" });
  const links = "# from a browser\r\nhttps://example.com/a\r\nexample.com/b.pdf\r\n\r\nhttps://example.com/a\r\n";
  const place = { collection: String(collection) };
  t.match(await client.post(LINKS, { links, ...place }), {
    status: 303,
    location: `/bookmarks/${collection}`,
    notice: "edit-links-added",
  });
  t.same(await linksIn(collection), ["https://example.com/a", "https://example.com/b.pdf"]);
  const some = await client.post(LINKS, { links: "example.com/known\nexample.com/c", ...place });
  t.match(some, { status: 303, notice: "edit-links-some" });
  t.equal((await linksIn(collection)).length, 3);
  t.match(await client.post(LINKS, { links: "example.com/known\nexample.com/c", ...place }), {
    notice: "edit-links-known",
  });
  t.equal((await ann.counts())[0], 4);
});

t.test("a single link that is saved already leads to the form that says so", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const { _id } = await ann.addItem(-1, { link: "https://example.com/known" });
  const { status, location } = await client.post(LINKS, { links: "example.com/known", collection: "-1" });
  t.equal(status, 303);
  t.match(location, /^\/bookmarks\/items\/new\?link=https%3A%2F%2Fexample\.com%2Fknown&collection=-1$/);
  t.match((await client.get(location ?? "")).text, `href="/bookmarks/items/${_id}">`);
  t.equal((await ann.counts())[0], 1);
});

t.test("a line without a link, none at all and too many are said with what was typed; nothing is stored", async (t) => {
  const { ann, client } = await openSignedIn(t);
  for (const [links, message] of [
    ["example.com/a\njust words", "Links must be valid. This is none: just words."],
    ["javascript:alert(1)", "This is none: javascript:alert(1)."],
    [" \n# nothing", "Links is required."],
    [Array.from({ length: 101 }, (_, index) => `example.com/${index}`).join("\n"), "Links must be at most 100."],
  ] as const) {
    const { status, text } = await client.post(LINKS, { links });
    t.equal(status, 200, message);
    t.match(text, message);
    t.match(text, `rows="8" dir="auto" required aria-invalid="true"`);
    t.ok(text.includes(`>\n${links.split("\n")[0]}`), "what was typed");
  }
  t.equal((await ann.counts())[0], 0);
});

t.test("a file becomes a bookmark in a collection of one's own", async (t) => {
  const { app, ann, bob, client } = await openSignedIn(t);
  const { _id: collection } = await ann.addCollection("Reading");
  const theirs = (await bob.addCollection("Theirs"))._id;
  await share(app, theirs, ann.id, "member");
  t.notMatch((await client.get(UPLOAD)).text, "Theirs");
  const form = async (fields: Record<string, string>, name: string, bytes: Buffer) => {
    const body = new FormData();
    const { text } = await client.get(UPLOAD);
    body.append("_csrf", /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? "");
    for (const [field, value] of Object.entries(fields)) body.append(field, value);
    body.append("file", new File([Uint8Array.from(bytes)], name));
    return client.send(UPLOAD, body);
  };
  const uploaded = await form({ collection: String(collection), back: "/bookmarks?sort=title" }, "Paper.pdf", PDF);
  t.match(uploaded, { status: 303, location: "/bookmarks?sort=title", notice: "edit-uploaded" });
  t.match((await ann.call("GET", `/raindrops/${collection}`)).items, [
    { title: "Paper.pdf", type: "document", file: { name: "Paper.pdf", type: "application/pdf" } },
  ]);
  const [{ _id: id } = { _id: 0 }] = (await ann.call("GET", `/raindrops/${collection}`)).items;
  const file = `/bookmarks/items/${id}/file`;
  for (const page of [`/bookmarks/${collection}`, `/bookmarks/items/${id}`])
    t.match((await client.get(page)).text, new RegExp(`<a href="${file}" download>.*Paper.pdf`), page);
  t.match((await client.get(`/bookmarks/${collection}`)).text, `<a href="${file}" download data-open `, "its title");
  const { status, headers, text } = await client.get(file);
  t.equal(status, 200);
  t.equal(headers.get("content-disposition"), 'attachment; filename="Paper.pdf"');
  t.equal(headers.get("content-type"), "application/octet-stream");
  t.equal(text, PDF.toString());
  t.equal((await (await signIn(app.base, bob)).get(file)).status, 404, "only those who may read the bookmark");
  t.match(await openPageClient(app.base).get(file), { status: 303, location: /sign-in/ });
  const away = await form({ back: "https://evil.example/" }, "A.png", await pngOf(2, 2, "#ff0000"));
  t.match(away, { status: 303, location: "/bookmarks/-1" });
  t.match((await ann.call("GET", "/raindrops/-1")).items, [{ title: "A.png", type: "image" }]);
  t.equal((await form({ collection: String(theirs) }, "A.pdf", PDF)).status, 303, "shows the form again");
  t.equal((await bob.counts())[0], 0);
});

t.test("a file of another kind, a large one and none are said on the page; nothing is stored", async (t) => {
  const { app, ann, client } = await openSignedIn(t, { MAX_FILE_MIB: "1" });
  const upload = (bytes: Buffer) => postFile(app.base, client, UPLOAD, { field: "file", bytes });
  t.match(await upload(Buffer.from([0, 1, 2, 3])), { status: 200, text: "of a kind that cannot be uploaded" });
  t.match(await upload(Buffer.alloc(0)), { status: 200, text: "Choose a file." });
  t.match(await upload(Buffer.alloc(1024 * 1024 + 1, "x")), { status: 200, text: /class="alert".*1 MiB/s });
  t.match((await client.get(UPLOAD)).text, "at most 1 MiB");
  t.equal((await ann.counts())[0], 0);
});

t.test("both forms require signing in and a CSRF token", async (t) => {
  const { app, ann, client } = await openSignedIn(t);
  t.equal((await client.post(LINKS, { links: "example.com/a", _csrf: "wrong" })).status, 403);
  const file = { field: "file", bytes: PDF };
  t.equal((await postFile(app.base, client, UPLOAD, file, { csrf: "wrong" })).status, 403);
  const stranger = openPageClient(app.base);
  for (const path of [LINKS, UPLOAD]) {
    const location = `/account/sign-in?next=${encodeURIComponent(path)}`;
    t.match(await stranger.get(path), { status: 303, location });
  }
  t.equal((await ann.counts())[0], 0);
});

t.test("lists to which bookmarks can be added have the form that is sent for what is dropped on them", async (t) => {
  const { app, ann, bob, client } = await openSignedIn(t);
  const { _id: own } = await ann.addCollection("Own");
  const [written, read] = [await bob.addCollection("Written"), await bob.addCollection("Read")];
  await share(app, written._id, ann.id, "member");
  await share(app, read._id, ann.id, "viewer");
  const formOf = async (path: string) => /<form id="drop".*?<\/form>/s.exec((await client.get(path)).text)?.[0] ?? "";
  t.match(
    await formOf("/bookmarks?sort=title"),
    /data-upload.*name="collection" value="-1".*value="[^"]*sort&#61;title"/s,
  );
  t.match(await formOf(`/bookmarks/${own}`), `name="collection" value="${own}"`);
  t.match(await formOf(`/bookmarks/${written._id}`), `name="collection" value="${written._id}"`);
  t.notMatch(await formOf(`/bookmarks/${written._id}`), "data-upload");
  t.equal(await formOf(`/bookmarks/${read._id}`), "");
  t.equal(await formOf("/bookmarks/-99"), "");
});
