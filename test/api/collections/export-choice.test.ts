import { buffer } from "node:stream/consumers";
import t from "tap";
import { fromBufferPromise } from "yauzl";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

const FORMATS = ["csv", "html", "txt"] as const;

const ORDERS = [
  "",
  "score",
  "-created",
  "created",
  "title",
  "-title",
  "domain",
  "-domain",
  "lastUpdate",
  "-lastUpdate",
  "sort",
  "-sort",
  "+title",
  "%2Btitle",
  "%2BlastUpdate",
];

async function exported({ request }: LibraryOwner, path: string): Promise<string> {
  const { status, body } = await request("GET", path);
  if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${JSON.stringify(body)}`);
  return String(body);
}

/** The links of an export in their order. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/https:\/\/[a-z]+\.example\/\d+/g)].map(([link]) => link);
}

/** The links of all pages of a list. */
async function listedLinks({ call }: LibraryOwner, collection: number, query: string): Promise<string[]> {
  const links: string[] = [];
  for (let page = 0; ; page++) {
    const { items } = await call("GET", `/raindrops/${collection}?perpage=50&page=${page}&${query}`);
    links.push(...items.map(({ link }) => link));
    if (items.length < 50) return links;
  }
}

/** Adds items in which every order differs, and ties in the keys of some. */
async function addItems({ call }: LibraryOwner, collection: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let first = 0; first < count; first += 100) {
    const items = Array.from({ length: Math.min(100, count - first) }, (_, index) => {
      const number = first + index;
      return {
        link: `https://${"abc"[number % 3]}.example/${number}`,
        title: `${number % 4 === 0 ? "soup " : ""}${number % 7 === 0 ? "bread " : ""}${(number * 37) % 101}`,
        excerpt: number % 2 === 0 ? "soup and bread" : "",
        created: new Date(Date.UTC(2024, 0, 1 + ((number * 11) % 17))).toISOString(),
        lastUpdate: new Date(Date.UTC(2025, 0, 1 + ((number * 5) % 13))).toISOString(),
        collection: { $id: collection },
      };
    });
    ids.push(...(await call("POST", "/raindrops", { items })).items.map(({ _id }) => _id));
  }
  return ids;
}

t.test("exportItems: txt has the links, one a line", async (t) => {
  const { ann } = await openLibrary(t);
  await addItems(ann, -1, 3);
  const { headers, body } = await ann.request("GET", "/raindrops/0/export.txt?sort=title");
  t.equal(body, "https://b.example/1\nhttps://c.example/2\nhttps://a.example/0\n");
  t.equal(headers.get("content-type"), "text/plain; charset=utf-8");
  t.equal(headers.get("content-disposition"), 'attachment; filename="bookmarks.txt"');
  t.equal(await exported(ann, "/raindrops/-99/export.txt"), "");
});

t.test("exportItems: every order of lists is the order of the list", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: few } = await ann.addCollection("Few");
  await addItems(ann, few, 60);
  for (const search of ["", "soup bread"]) {
    for (const sort of ORDERS) {
      const query = `sort=${sort}&search=${search}`;
      const expected = await listedLinks(ann, few, query);
      t.ok(expected.length > 5);
      for (const format of FORMATS)
        t.same(linksIn(await exported(ann, `/raindrops/${few}/export.${format}?${query}`)), expected, query);
    }
  }
  t.equal((await ann.request("GET", `/raindrops/${few}/export.csv?sort=titel`)).status, 400);
});

t.test(
  "exportItems: score is the order of the list in a long collection, with few and with many matches",
  async (t) => {
    const { ann } = await openLibrary(t);
    const ids = await addItems(ann, -1, 1_300);
    for (const search of ["soup bread", "soup 7", "example match:OR bread"]) {
      const query = `sort=score&search=${encodeURIComponent(search)}`;
      const expected = await listedLinks(ann, -1, query);
      for (const format of FORMATS)
        t.same(linksIn(await exported(ann, `/raindrops/-1/export.${format}?${query}`)), expected, search);
    }
    const some = ids.filter((_, index) => index % 40 === 0);
    const listed = await listedLinks(ann, -1, "sort=-title");
    const { items } = await ann.call(
      "GET",
      `/raindrops/-1?perpage=50&search=match:OR ${some.map((id) => `_id:${id}`).join(" ")}`,
    );
    const wanted = new Set(items.map(({ link }) => link));
    t.equal(wanted.size, some.length);
    for (const format of FORMATS) {
      const text = await exported(ann, `/raindrops/-1/export.${format}?sort=-title&ids=${some}`);
      t.same(
        linksIn(text),
        listed.filter((link) => wanted.has(link)),
      );
    }
  },
);

t.test("exportItems: ids restricts the file to these items of the place", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: work } = await ann.addCollection("Work");
  const { _id: talks } = await ann.addCollection("Talks", work);
  const { _id: empty } = await ann.addCollection("Empty");
  const [one = 0, two = 0] = await addItems(ann, work, 2);
  const nested = await ann.addItem(talks, { link: "https://x.example/1", title: "soup" });
  const thrown = await ann.addItem(-1, { link: "https://x.example/2", title: "thrown away" });
  await ann.call("DELETE", `/raindrop/${thrown._id}`);
  const foreign = await bob.addItem(-1, { link: "https://x.example/3" });
  const all = [two, one, nested._id, thrown._id, foreign._id, 4711, two];
  const [first, second, third] = ["https://a.example/0", "https://b.example/1", "https://x.example/1"];
  const links = async (path: string) => {
    const found = await Promise.all(
      FORMATS.map(async (format) => linksIn(await exported(ann, path.replace("*", format)))),
    );
    t.same(found[1]?.toSorted(), found[0]?.toSorted(), "html");
    t.same(found[2], found[0], "txt");
    return found[0];
  };
  t.same(await links(`/raindrops/0/export.*?sort=created&ids=${all}`), [first, second, third]);
  t.same(await links(`/raindrops/0/export.*?sort=created&ids=${encodeURIComponent(String(all))}`), [
    first,
    second,
    third,
  ]);
  t.same(
    await links(`/raindrops/0/export.*?sort=-created&ids=${two}&ids=${one}`),
    [second, first],
    "a repeated parameter",
  );
  t.same(await links(`/raindrops/${work}/export.*?sort=created&ids=${all}`), [first, second]);
  t.same(await links(`/raindrops/${work}/export.*?sort=created&nested=true&ids=${all}`), [first, second, third]);
  t.same(await links(`/raindrops/0/export.*?search=soup&sort=created&ids=${two},${nested._id}`), [third]);
  t.same(await links(`/raindrops/0/export.*?search=soup&sort=score&ids=${two},${nested._id}`), [third]);
  t.same(await links("/raindrops/0/export.*?ids=4711"), []);
  t.same(await links(`/raindrops/-99/export.*?ids=${all}`), ["https://x.example/2"]);

  const foldersIn = (text: string) => [...text.matchAll(/<H3.*>(.*)<\/H3>/g)].map(([, title]) => title);
  t.same(foldersIn(await exported(ann, `/raindrops/0/export.html?ids=${nested._id}`)), ["Work", "Talks"]);
  t.same(foldersIn(await exported(ann, `/raindrops/0/export.html?ids=${one}`)), ["Work"]);
  t.same(foldersIn(await exported(ann, `/raindrops/0/export.html?search=link:x.example`)), ["Work", "Talks"]);
  t.same(foldersIn(await exported(ann, `/raindrops/${empty}/export.html`)), ["Empty"]);
});

t.test("exportItems: rejects ids that are no list of 1 to 1,000 numbers", async (t) => {
  const { ann } = await openLibrary(t);
  const list = (length: number) => Array.from({ length }, (_, index) => index + 1).join();
  for (const ids of ["", "a", "1,,2", "1;2", "1.5", " 1", list(1001)])
    t.match(
      errorFieldsOf(await ann.request("GET", `/raindrops/0/export.csv?ids=${ids}`)),
      { status: 400, error: "ids" },
      ids,
    );
  t.equal((await ann.request("GET", `/raindrops/0/export.csv?ids=${list(1000)}`)).status, 200);
});

t.test("exportItems: html has the collections in the order of lists, empty ones too, also in an archive", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: parent } = await ann.addCollection("Parent", undefined, { sort: 5 });
  await ann.addCollection("First", undefined, { sort: 9 });
  await ann.addCollection("Last", undefined, { sort: -1 });
  for (const [title, sort] of [
    ["b", 2],
    ["c", 1],
    ["a", 3],
    ["c too", 1],
  ] as const)
    await ann.addCollection(title, parent, { sort });
  const { items: roots } = await ann.call("GET", "/collections");
  const { items: children } = await ann.call("GET", "/collections/childrens");
  const expected = roots.flatMap(({ title }) => [
    title,
    ...(title === "Parent" ? children.map((child) => child.title) : []),
  ]);
  t.same(expected, ["First", "Parent", "a", "b", "c", "c too", "Last"]);
  const html = await exported(ann, "/raindrops/0/export.html");
  const titles = [...html.matchAll(/<H3.*>(.*)<\/H3>/g)].map(([, title]) => title);
  t.same(titles, ["Unsorted", ...expected]);

  const response = await fetch(`${app.base}/rest/v1/raindrops/0/export.zip`, {
    headers: { authorization: `Bearer ${ann.token}` },
  });
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === "bookmarks.html")
      t.equal(String(await buffer(await zip.openReadStreamPromise(entry))), html);
  }
});
