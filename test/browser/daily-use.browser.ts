import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { openBookmarks, openBrowser, openPage, signIn, withoutFailedLoads } from "../support/browser.ts";
import { type Item, type LibraryOwner, openLibrary } from "../support/library.ts";
import { addPage } from "../support/page-texts.ts";
import {
  isScripted,
  type PersonAtBrowser,
  personAt,
  selectText,
  WAYS,
  type Way,
} from "../support/person-at-browser.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

const BOOKMARKS = 300;

/** Bookmarks that have the same word in their titles. */
const TASTINGS = 30;

/** The title, and a search that finds only this bookmark. */
const BREAD = { title: "Sourdough in three days", word: "sourdough" };

const ARTICLE = "<h2>Feeding</h2><p>Feed the starter twice a day. Keep it warm.</p><p>Bake on the third day.</p>";

/** Somebody with 300 bookmarks who uses the pages. */
interface Day {
  readonly way: Way;
  readonly person: PersonAtBrowser;
  readonly ann: LibraryOwner;
  /** Ids of collections by their titles; at first all are at the top level. */
  readonly collections: Readonly<Record<"Reading" | "Recipes" | "Travel", number>>;
  /** The id of the bookmark `BREAD`. */
  readonly bread: number;
  /** Ends the session of the browser. */
  readonly endSession: () => Promise<unknown>;
}

for (const [name, way] of Object.entries(WAYS)) {
  t.test(`daily use of bookmarks ${name}`, async (t) => {
    const { app, ann } = await openLibrary(t);
    const { database } = app.context;
    const collections = await fill(ann);
    const [bread] = await idsOf(ann, BREAD.word);
    if (bread === undefined) throw new Error("The bookmark was not stored.");
    await addPage(database, bread, ARTICLE);
    const { page, faults } = await openPage(t, browser, app.base, way.options);
    // Leaving a page with unsaved text is what this test does.
    page.on("dialog", (dialog) => dialog.accept());
    await openBookmarks(page, ann);
    const endSession = () => database.deleteFrom("sessions").execute();
    const day: Day = { way, person: personAt(page, way.hands), ann, collections, bread, endSession };

    await find(t, day);
    await tagAndUndo(t, day);
    await (isScripted(way) ? editBesideList(t, day) : editOnPage(t, day));
    await arrange(t, day);
    await saveFromElsewhere(t, day);
    await readAndHighlight(t, day);
    await cleanDuplicates(t, day);
    // Without scripts, the session has ended in between.
    t.same(isScripted(way) ? faults : withoutFailedLoads(faults), []);
  });
}

/** Adds collections and bookmarks, two of them twice. Returns the ids of the collections, which are in this order. */
async function fill(ann: LibraryOwner): Promise<Day["collections"]> {
  const { _id: Travel } = await ann.addCollection("Travel");
  const { _id: Recipes } = await ann.addCollection("Recipes");
  const { _id: Reading } = await ann.addCollection("Reading");
  const guide = (title: string, $id: number) => ({
    link: `https://tea.example/${title}`,
    title: `${title} guide`,
    collection: { $id },
  });
  const special = [
    {
      link: "https://bread.example/days",
      title: BREAD.title,
      tags: ["baking"],
      important: true,
      collection: { $id: Recipes },
    },
    ...Array.from({ length: TASTINGS }, (_, index) => ({
      link: `https://tea.example/tastings/${index}`,
      title: `Tasting ${index}`,
      tags: index % 2 === 0 ? ["even"] : [],
      collection: { $id: index % 3 === 0 ? Travel : Reading },
    })),
    ...["Oolong", "Sencha"].flatMap((title) => [guide(title, Reading), guide(title, Recipes)]),
  ];
  const others = Array.from({ length: BOOKMARKS - special.length }, (_, index) => ({
    link: `https://site${index % 17}.example/${index}`,
    title: `Page ${index}`,
    collection: { $id: index % 2 === 0 ? Reading : Recipes },
  }));
  const items = [...others, ...special];
  for (let from = 0; from < BOOKMARKS; from += 100)
    await ann.call("POST", "/raindrops", { items: items.slice(from, from + 100) });
  return { Travel, Recipes, Reading };
}

/** The ids of the stored bookmarks on the first page of a search. */
async function idsOf(ann: LibraryOwner, search: string, collection = 0): Promise<number[]> {
  const { items } = await ann.call("GET", `/raindrops/${collection}?search=${encodeURIComponent(search)}`);
  return items.map(({ _id }) => _id);
}

/** What is stored of all bookmarks outside the Trash, by their ids. */
async function storedItems({ call }: LibraryOwner) {
  const stored = new Map<number, Pick<Item, "title" | "tags" | "collectionId">>();
  const { count } = await call("GET", "/raindrops/0?perpage=1");
  for (let page = 0; stored.size < count; page++)
    for (const { _id, title, tags, collectionId } of (await call("GET", `/raindrops/0?perpage=50&page=${page}`)).items)
      stored.set(_id, { title, tags, collectionId });
  return stored;
}

async function search({ page, type }: PersonAtBrowser, text: string): Promise<void> {
  await type("Search in this list", text);
  await page.keyboard.press("Enter");
}

/** Waits until the list says how many bookmarks it has. Returns the ids of those that it shows. */
async function shownIds(page: Page, found: string): Promise<number[]> {
  await page.locator("#list .total").getByText(found, { exact: true }).waitFor();
  const items = await page.locator("[data-item]").all();
  return Promise.all(items.map(async (item) => Number(await item.getAttribute("data-item"))));
}

/** Opens the list that has only `BREAD`, with the collections below it. */
async function openShortList({ page }: PersonAtBrowser): Promise<void> {
  await page.goto(`/bookmarks?search=${BREAD.word}`);
}

/** Finds a bookmark by a word, by its tag, and in its collection by a filter. */
async function find(t: Test, { person, ann, bread, collections: { Recipes } }: Day): Promise<void> {
  const { page } = person;
  const found = "1 bookmark found";
  await search(person, BREAD.word);
  t.same(await shownIds(page, found), [bread], "by a word");

  await person.open("Collections");
  await person.open("More");
  await person.follow(/^Tags$/);
  await person.follow(/^baking$/);
  t.same(await shownIds(page, found), [bread], "by its tag");
  t.same(await idsOf(ann, "#baking"), [bread]);

  await page.goto(`/bookmarks/${Recipes}`);
  await person.open("Filters");
  await person.follow(/^Important/);
  t.same(await shownIds(page, found), [bread], "by a filter");
  t.same(await idsOf(ann, "important:true", Recipes), [bread]);
}

/** Tags all that a search finds, and undoes it. */
async function tagAndUndo(t: Test, { way, person, ann }: Day): Promise<void> {
  const { page } = person;
  const before = await storedItems(ann);
  t.equal(before.size, BOOKMARKS);
  await page.goto("/bookmarks");
  await search(person, "tasting");
  t.equal((await shownIds(page, `${TASTINGS} bookmarks found`)).length, TASTINGS);
  if (isScripted(way)) await person.check("Select all on this page");
  await person.open(/Change bookmarks|selected/);
  if (!isScripted(way)) await person.choose("Apply to", `All ${TASTINGS} in this list`);
  await person.type("Tags", "drinks");
  await person.press("Add tags");
  if (!isScripted(way)) await person.press(`Yes, all ${TASTINGS}`);
  await page.getByText(`${TASTINGS} bookmarks changed.`).first().waitFor();
  const expected = new Map(
    [...before].map(([id, item]) => [
      id,
      item.title.startsWith("Tasting") ? { ...item, tags: [...item.tags, "drinks"] } : item,
    ]),
  );
  t.same(await storedItems(ann), expected);
  await person.press(/^Undo$/);
  await page.getByText("The change was undone.").first().waitFor();
  t.same(await storedItems(ann), before);
}

const NOTE = "Half of the flour is rye.";
const TYPED = { title: "Sourdough in four days", note: NOTE, tags: ["baking", "breakfast"] };

/** Edits a bookmark beside the list, and loads the page again before all is saved. */
async function editBesideList(t: Test, { person, ann, bread }: Day): Promise<void> {
  const { page } = person;
  const panel = page.locator("#panel");
  const stored = async () => (await ann.call("GET", `/raindrop/${bread}`)).item;
  await openShortList(person);
  await person.follow(`Edit: ${BREAD.title}`);
  await panel.getByLabel("Title").waitFor();
  await person.type("Title", TYPED.title);
  await person.type("Note", NOTE);
  await page.locator(".panel-state").getByText("Saved", { exact: true }).waitFor();
  await person.type("Tags", "breakfast");
  await page.reload();
  // The page may be here again before the request that it sent on leaving is handled.
  while (!(await stored()).tags.includes("breakfast"));
  t.match(await stored(), TYPED);
  await page.reload();
  await panel.getByRole("button", { name: "Remove the tag breakfast" }).waitFor();
  t.equal(await panel.getByLabel("Title").inputValue(), TYPED.title);
  t.equal(await panel.getByLabel("Note", { exact: true }).inputValue(), NOTE);
}

/** Edits a bookmark on its page. What was typed stays after a change elsewhere, and after the end of the session. */
async function editOnPage(t: Test, { person, ann, bread, endSession }: Day): Promise<void> {
  const { page } = person;
  const form = page.locator("form.edit");
  const stored = async () => (await ann.call("GET", `/raindrop/${bread}`)).item;
  const assertTyped = async (cause: string) => {
    t.equal(await form.getByLabel("Title").inputValue(), TYPED.title, cause);
    t.equal(await form.getByLabel("Note").inputValue(), NOTE, cause);
    t.equal(await form.getByLabel("Tags").inputValue(), TYPED.tags.join(", "), cause);
  };
  await openShortList(person);
  await person.follow(`Edit: ${BREAD.title}`);
  await person.type("Title", TYPED.title);
  await person.type("Note", NOTE);
  await person.type("Tags", TYPED.tags.join(", "));
  await ann.call("PUT", `/raindrop/${bread}`, { excerpt: "From elsewhere" });
  await person.press(/^Save$/);
  await page.getByText("It was changed elsewhere while you edited it.").waitFor();
  t.match(await stored(), { title: BREAD.title, note: "", tags: ["baking"], excerpt: "From elsewhere" });
  await page.reload();
  await assertTyped("after a change elsewhere");
  await endSession();
  await person.press(/^Save$/);
  await page.getByText("Your session had ended").waitFor();
  await signIn(page, ann);
  await page.getByText("Your session had ended, so nothing was saved yet.").waitFor();
  await assertTyped("after the session");
  t.equal((await stored()).title, BREAD.title);
  await person.press(/^Save$/);
  await page.getByText("Your changes are saved.").waitFor();
  t.match(await stored(), TYPED);
}

/** Puts a collection into another one, and changes the order of the others. */
async function arrange(t: Test, { way, person, ann, collections }: Day): Promise<void> {
  const { page } = person;
  const { Reading, Recipes, Travel } = collections;
  const stored = async () => ({
    top: (await ann.call("GET", "/collections")).items.map(({ _id }) => _id),
    nested: (await ann.call("GET", "/collections/childrens")).items.map(({ _id, parent }) => [_id, parent?.$id]),
  });
  t.same(await stored(), { top: [Reading, Recipes, Travel], nested: [] });
  const tree = page.locator("#tree");
  const nested = tree.locator(`#place-${Recipes} #place-${Travel}`);
  const moved = tree.locator(`#place-${Recipes} + #place-${Reading}`);
  await openShortList(person);
  if (!isScripted(way)) {
    await openEditForm(person, "Travel");
    await person.choose("Inside of", "Recipes");
    await person.press(/^Save$/);
    await page.getByText("Your changes are saved.").waitFor();
    await openEditForm(person, "Reading");
    await person.press("Move down");
    await page.getByText("The order was changed.").waitFor();
  } else if (way.hands === "mouse" && way.options.hasTouch !== true) {
    const link = (id: number) => tree.locator(`#place-${id} > a`);
    await tree.hover();
    await tree.locator(".tree-more").first().waitFor({ state: "attached" });
    await link(Travel).dragTo(link(Recipes));
    await nested.waitFor({ state: "attached" });
    const height = (await link(Recipes).boundingBox())?.height ?? 0;
    await link(Reading).dragTo(link(Recipes), { targetPosition: { x: 30, y: height - 2 } });
    await moved.waitFor();
  } else {
    await person.open("Collections");
    await person.chooseFromMenu(/^Travel /, "Actions for Travel", "Move into the one above");
    await nested.waitFor({ state: "attached" });
    await person.open("Collections");
    await person.chooseFromMenu(/^Reading /, "Actions for Reading", "Move down");
    await moved.waitFor({ state: "attached" });
  }
  t.same(await stored(), { top: [Recipes, Reading], nested: [[Travel, Recipes]] });
}

/** Opens the page on which a collection is changed. */
async function openEditForm(person: PersonAtBrowser, collection: string): Promise<void> {
  await openShortList(person);
  await person.open("Collections");
  await person.follow(new RegExp(`^${collection} `));
  await person.open("Collection menu");
  await person.follow("Edit collection");
}

/** Saves a page in the window that the bookmarklet opens: twice, because it says that the page is saved already. */
async function saveFromElsewhere(t: Test, { person, ann }: Day): Promise<void> {
  const { page } = person;
  const read = { link: "https://news.example/today", title: "News of today", text: "A selected sentence." };
  const stored = async () => (await ann.call("GET", "/raindrops/-1")).items;
  const open = () => page.goto(`/bookmarks/items/new/window?${new URLSearchParams(read)}`);
  await open();
  await person.press("Add bookmark");
  await person.confirmed("The bookmark is saved.");
  t.match(await stored(), [{ link: read.link, title: read.title, excerpt: read.text }]);
  await open();
  await person.confirmed("You have already saved this link.");
  t.equal((await stored()).length, 1);
  await person.press("Add it again");
  await person.confirmed("The bookmark is saved.");
  t.equal((await stored()).length, 2);
}

/** Reads the text of a page, and highlights a part: in the text, or without scripts on the page of the bookmark. */
async function readAndHighlight(t: Test, { way, person, ann, bread }: Day): Promise<void> {
  const { page } = person;
  await openShortList(person);
  await person.follow(`Read ${TYPED.title}`);
  await page.getByRole("heading", { name: "Feeding" }).waitFor();
  const text = "Keep it warm.";
  if (isScripted(way)) {
    await selectText(page, text, text);
    await person.press("Green");
  } else {
    await person.follow("Edit bookmark");
    await person.type("Text of the highlight", text);
    await person.choose("Colour", "Green");
    await person.press("Add highlight");
  }
  await person.confirmed("The highlight is saved.");
  t.match((await ann.call("GET", `/raindrop/${bread}`)).item.highlights, [{ text, color: "green" }]);
  await page.goto(`/bookmarks/items/${bread}/reader`);
  t.same(await page.locator("mark").allTextContents(), [text]);
}

/** Keeps one of all bookmarks with the same link, and undoes it. */
async function cleanDuplicates(t: Test, { person, ann, collections }: Day): Promise<void> {
  const { page } = person;
  const before = await storedItems(ann);
  t.equal(before.size, BOOKMARKS + 2);
  await openShortList(person);
  await person.open("Collections");
  await person.open("More");
  await person.follow("Duplicates");
  await person.pick(/^Oolong guide Recipes/);
  await person.press("Move the others to Trash");
  await page.getByText("The duplicates were moved to the Trash.").waitFor();
  t.equal(await page.getByText("There are no duplicates").count(), 1);
  const after = await storedItems(ann);
  t.equal(after.size, BOOKMARKS - 1);
  const left = (title: string) => [...after.values()].filter((item) => item.title === title);
  t.match(left("Oolong guide"), [{ collectionId: collections.Recipes }]);
  t.equal(left("Sencha guide").length, 1);
  t.equal(left("News of today").length, 1);
  t.equal((await ann.counts())[-99], 3);
  await person.press(/^Undo$/);
  await page.getByText("The change was undone.").waitFor();
  t.same(await storedItems(ann), before);
  t.equal((await ann.counts())[-99], 0);
}
