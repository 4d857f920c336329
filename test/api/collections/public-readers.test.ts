import t, { type Test } from "tap";
import type { SendOptions } from "../../support/app.ts";
import { BASE, openLibrary } from "../../support/library.ts";
import { createPerson } from "../../support/people.ts";
import { share } from "../../support/shares.ts";

/** Words that only notes have. */
const SECRET = "zanzibar";

/** Ann's public Recipes has three items, of which one has a note, a reminder, and a highlight with a note. */
async function openPublic(t: Test) {
  const library = await openLibrary(t);
  const { app, ann, bob } = library;
  const { _id: home } = await ann.addCollection("Home");
  const { _id: recipes } = await ann.addCollection("Recipes", home, { public: true });
  const plain = { title: "Bread", excerpt: "Rye", tags: ["baking"], link: "https://example.com/loaf" };
  await ann.addItem(recipes, { title: "Soup" });
  const { _id: id } = await ann.addItem(recipes, {
    ...plain,
    note: `My ${SECRET} note`,
    reminder: { date: "2026-05-01T12:00:00Z" },
    highlights: [{ text: "Knead it", note: `${SECRET} twice` }],
  });
  await ann.addItem(recipes, { title: "Cake" });
  const vic = await createPerson(app, "Vic");
  await share(app, recipes, vic.id, "viewer");
  const readerOf = (headers: SendOptions["headers"]) => async (path: string) => {
    const received = await app.send("GET", BASE + path, headers === undefined ? {} : { headers });
    return { ...received, text: JSON.stringify(received.body) };
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return {
    ...library,
    home,
    recipes,
    id,
    /** Readers who see the notes, and those who only see what is public. */
    insiders: { owner: readerOf(bearer(ann.token)), viewer: readerOf(bearer(vic.token)) },
    outsiders: { anonymous: readerOf(undefined), stranger: readerOf(bearer(bob.token)) },
  };
}

t.test("readers of a public collection get no notes, reminders or notes of highlights", async (t) => {
  const { recipes, id, insiders, outsiders } = await openPublic(t);
  const paths = [
    `/raindrop/${id}`,
    `/raindrops/${recipes}`,
    `/raindrops/${recipes}?search=bread`,
    `/raindrops/${recipes}?sort=title`,
  ];
  for (const path of paths) {
    for (const [name, read] of Object.entries(insiders)) {
      const { status, text } = await read(path);
      t.equal(status, 200, `${name} ${path}`);
      t.match(text, `My ${SECRET} note`, `${name} ${path}`);
      t.match(text, `${SECRET} twice`, `${name} ${path}`);
      t.match(text, '"reminder":{"date":"2026-05-01T12:00:00.000Z"}', `${name} ${path}`);
    }
    for (const [name, read] of Object.entries(outsiders)) {
      const { status, text } = await read(path);
      t.equal(status, 200, `${name} ${path}`);
      t.match(text, "Knead it", `${name} ${path}`);
      t.notMatch(text, SECRET, `${name} ${path}`);
      t.notMatch(text, "reminder", `${name} ${path}`);
    }
  }
  const path = `/highlights/${recipes}`;
  t.match((await insiders.viewer(path)).text, `${SECRET} twice`);
  const { body, text } = await outsiders.stranger(path);
  t.match(body, { items: [{ text: "Knead it", note: "" }] });
  t.notMatch(text, SECRET);
});

/** Searches by whether an outsider finds nothing, or all that an insider finds. */
const SEARCHES: Readonly<Record<string, "nothing" | "the same">> = {
  [SECRET]: "nothing",
  zanz: "nothing",
  [`"my ${SECRET}"`]: "nothing",
  [`note:${SECRET}`]: "nothing",
  "note:true": "nothing",
  "reminder:true": "nothing",
  [`info:${SECRET}`]: "the same",
  [`match:OR ${SECRET} borscht`]: "nothing",
  [`${SECRET} bread`]: "nothing",
  bread: "the same",
  rye: "the same",
  baking: "the same",
  "#baking": "the same",
  loaf: "the same",
  oaf: "the same",
  "bread -soup": "the same",
  "highlights:true": "the same",
};

for (const [search, expected] of Object.entries(SEARCHES)) {
  t.test(`readers of a public collection find ${expected} with ${search}`, async (t) => {
    const { recipes, insiders, outsiders } = await openPublic(t);
    for (const path of [`/raindrops/${recipes}`, `/filters/${recipes}`]) {
      for (const sort of ["score", "title"]) {
        const address = `${path}?search=${encodeURIComponent(search)}&sort=${sort}`;
        const countIn = ({ body }: { readonly body: unknown }) => {
          const { count, total } = body as { readonly count?: number; readonly total?: { readonly count: number } };
          return count ?? total?.count;
        };
        const found = countIn(await insiders.owner(address));
        t.equal(countIn(await insiders.viewer(address)), found, "a collaborator");
        for (const [name, read] of Object.entries(outsiders))
          t.equal(countIn(await read(address)), expected === "nothing" ? 0 : found, `${name} ${address}`);
      }
    }
  });
}

t.test("readers of a public collection find every item without a note and without a reminder", async (t) => {
  const { recipes, outsiders, insiders } = await openPublic(t);
  for (const search of ["note:false", "reminder:false", `-${SECRET}`]) {
    const path = `/raindrops/${recipes}?search=${encodeURIComponent(search)}`;
    t.match((await insiders.owner(path)).body, { count: 2 }, search);
    t.match((await outsiders.stranger(path)).body, { count: 3 }, search);
    t.match((await outsiders.anonymous(path)).body, { count: 3 }, search);
  }
});

t.test("readers of a public collection see no counts of notes and reminders", async (t) => {
  const { recipes, insiders, outsiders } = await openPublic(t);
  for (const query of ["", "?search=bread"]) {
    const path = `/filters/${recipes}${query}`;
    const visible = { highlights: { count: 1 } };
    for (const read of Object.values(insiders))
      t.match((await read(path)).body, { ...visible, note: { count: 1 }, reminder: { count: 1 } });
    for (const read of Object.values(outsiders))
      t.match((await read(path)).body, { ...visible, note: { count: 0 }, reminder: { count: 0 } });
  }
});

t.test("readers of a public collection get the id of its parent only if that is public too", async (t) => {
  const { ann, home, recipes, insiders, outsiders } = await openPublic(t);
  const path = `/collection/${recipes}`;
  const parentIn = ({ body }: { readonly body: unknown }) => {
    const { item } = body as { readonly item: { readonly parent?: { readonly $id: number }; readonly access: object } };
    return [item.parent?.$id, item.access];
  };
  t.match(parentIn(await insiders.owner(path)), [home, { root: false }]);
  t.match(parentIn(await insiders.viewer(path)), [undefined, { root: true }]);
  for (const read of Object.values(outsiders))
    t.match(parentIn(await read(path)), [undefined, { level: 1, root: true }]);
  await ann.call("PUT", `/collection/${home}`, { public: true });
  for (const read of Object.values(outsiders)) t.match(parentIn(await read(path)), [home, { level: 1, root: false }]);
});

t.test("each reader gets the own representation and its entity tag, however often it is requested", async (t) => {
  const { recipes, id, insiders, outsiders } = await openPublic(t);
  for (const path of [`/raindrop/${id}`, `/raindrops/${recipes}`, `/filters/${recipes}`, `/collection/${recipes}`]) {
    const tags = new Map<string, Set<string>>();
    // The response cache stores the second response, and sends it as the third.
    for (let round = 0; round < 4; round++) {
      for (const [name, read] of Object.entries({ ...insiders, ...outsiders })) {
        const { headers, text } = await read(path);
        const of = tags.get(name) ?? new Set();
        tags.set(name, of.add(headers.get("etag") ?? ""));
        if (name in outsiders) t.notMatch(text, SECRET, `${name} ${path}`);
        else if (path.startsWith("/raindrop")) t.match(text, SECRET, `${name} ${path}`);
      }
    }
    for (const [name, found] of tags) t.equal(found.size, 1, `${name} ${path}`);
    const [owner, anonymous] = ["owner", "anonymous"].map((name) => [...(tags.get(name) ?? [])][0]);
    t.not(owner, anonymous, path);
  }
});

t.test("the entity tag of one reader is no match for another representation", async (t) => {
  const { app, ann, recipes, insiders, outsiders } = await openPublic(t);
  const path = `/raindrops/${recipes}`;
  const tag = (await insiders.owner(path)).headers.get("etag") ?? "";
  const foreign = (await outsiders.anonymous(path)).headers.get("etag") ?? "";
  const withTag = (etag: string, headers = {}) =>
    app.send("GET", BASE + path, { headers: { "if-none-match": etag, ...headers } });
  t.equal((await withTag(tag)).status, 200);
  t.equal((await withTag(foreign)).status, 304);
  t.equal((await withTag(foreign, { authorization: `Bearer ${ann.token}` })).status, 200);
});

t.test("the page and the feeds of a public collection have no notes", async (t) => {
  const { app, recipes } = await openPublic(t);
  for (const path of [`/public/${recipes}/recipes`, `/public/${recipes}/feed.xml`, `/public/${recipes}/feed.json`]) {
    const response = await fetch(app.base + path);
    t.equal(response.status, 200, path);
    const text = await response.text();
    t.match(text, "Bread", path);
    t.notMatch(text, SECRET, path);
  }
});
