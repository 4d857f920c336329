import { readFile } from "node:fs/promises";
import t, { type Test } from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import * as setup from "../../src/setup/setup.ts";
import { openApp } from "../support/app.ts";
import { openBrowser, openPage } from "../support/browser.ts";
import { tokenIn } from "../support/mails.ts";
import { isScripted, type PersonAtBrowser, personAt, WAYS } from "../support/person-at-browser.ts";

const BOOKMARKS = 5000;

const PASSWORD = "a long enough password";

const browser = await openBrowser();
t.teardown(() => browser.close());

/** A bookmark file with folders, tags and descriptions, as browsers write it. */
function bookmarkFile(): string {
  const entries = Array.from({ length: BOOKMARKS }, (_, index) => {
    const added = 1_600_000_000 + index;
    const tags = index % 100 === 0 ? ' TAGS="rare,old"' : "";
    return `<DT><A HREF="https://site${index % 97}.example/${index}" ADD_DATE="${added}"${tags}>Page ${index} &amp; more</A>`;
  });
  const folder = (name: string, from: number, to: number) =>
    `<DT><H3>${name}</H3><DL><p>${entries.slice(from, to).join("\n")}</DL><p>`;
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>
${folder("Reading", 0, 3000)}${folder("Travel", 3000, BOOKMARKS)}</DL><p>`;
}

for (const [name, way] of Object.entries(WAYS)) {
  const { hands, options } = way;
  t.test(`from the setup link to an export ${name}`, async (t) => {
    const app = await openApp(t);
    const { database, clock } = app.context;
    const token = tokenIn(await setup.createLink(database, { clock, baseUrl: app.base }));
    trackSecrets(token, PASSWORD);
    const visit = async () => (await openPage(t, browser, app.base, options)).page;
    const ada = personAt(await visit(), hands);
    const ben = personAt(await visit(), hands);
    const stranger = personAt(await visit(), hands);

    await setUp(ada, token);
    await register(ben);
    const original = bookmarkFile();
    await importFile(t, ada, original);
    await searchAndTag(t, ada);
    await trashAndUndo(t, ada, isScripted(way));
    await share(t, ada, ben);
    await publish(t, ada, stranger);
    await compareExport(t, ada, original);
  });
}

async function setUp(person: PersonAtBrowser, token: string): Promise<void> {
  await person.page.goto(`/setup#${token}`);
  await person.type("Setup code", token);
  await createAccount(person, "Ada");
  await person.check("Anybody may create an account on this server");
  await person.press("Create administrator");
  await person.page.getByText("Your account was created.").waitFor();
}

async function register(person: PersonAtBrowser): Promise<void> {
  await person.page.goto("/account/register");
  await createAccount(person, "Ben");
  await person.press("Create account");
  await person.page.getByText("Your account was created.").waitFor();
}

async function createAccount(person: PersonAtBrowser, name: string): Promise<void> {
  await person.type("Name", name);
  await person.type("E-mail address", `${name.toLowerCase()}@example.com`);
  await person.type("Password", PASSWORD);
  await person.type("Confirm password", PASSWORD);
}

async function importFile(t: Test, person: PersonAtBrowser, text: string): Promise<void> {
  const { page } = person;
  await page.goto("/bookmarks");
  await person.follow("Import");
  await person.attach("File", { name: "bookmarks.html", text });
  await person.press("Read the file");
  await person.press("Import 5,000 bookmarks");
  await page.getByRole("heading", { name: "The bookmarks are imported" }).waitFor({ timeout: 60_000 });
  t.match(await page.locator(".counts").innerText(), /Bookmarks added\s+5,?000/);
  await person.follow("Show your bookmarks");
  await page.getByRole("heading", { name: "All bookmarks" }).waitFor();
  t.equal(await page.locator(".total").textContent(), "5,000 bookmarks");
}

/** Searches with an operator, and tags what is found. */
async function searchAndTag(t: Test, person: PersonAtBrowser): Promise<void> {
  const { page } = person;
  await person.type("Search in this list", "#rare title:4900");
  await page.keyboard.press("Enter");
  await page.getByText("1 bookmark found").waitFor();
  t.equal(await page.locator(".total").textContent(), "1 bookmark found");
  await person.check(/^Select Page 4900/);
  await person.open(/Change bookmarks|selected/);
  await person.type("Tags", "found again");
  await person.press("Add tags");
  await page.getByText("1 bookmark changed.").first().waitFor();
  // Rows on phones do not show tags.
  await page.locator(".tags a", { hasText: "found again" }).waitFor({ state: "attached" });
}

/** Moves a page of bookmarks to the Trash, and back. */
async function trashAndUndo(t: Test, person: PersonAtBrowser, hasScripts: boolean): Promise<void> {
  const { page } = person;
  await openCollection(person, "Travel");
  t.equal(await page.locator(".total").textContent(), "2,000 bookmarks");
  if (hasScripts) await person.check("Select all on this page");
  await person.open(/Change bookmarks|selected/);
  if (!hasScripts) await person.choose("Apply to", "All 50 on this page");
  await person.press(/^Move to Trash$/);
  await page
    .getByText(/^50 bookmarks moved to the Trash\.$/)
    .first()
    .waitFor();
  t.equal(await page.locator(".total").textContent(), "1,950 bookmarks");
  await person.press(/^Undo$/);
  await page.getByText("The change was undone.").first().waitFor();
  t.equal(await page.locator(".total").textContent(), "2,000 bookmarks");
}

/** Shares a collection with a second account, which sees it and loses it again. */
async function share(t: Test, owner: PersonAtBrowser, other: PersonAtBrowser): Promise<void> {
  await openCollection(owner, "Travel");
  await owner.open("Collection menu");
  await owner.follow(/^Share$/);
  await owner.press("Create link");
  await owner.page.getByText("The link is below.").waitFor();
  const link =
    (await owner.page
      .getByText(/\/join\//)
      .first()
      .textContent()) ?? "";
  const token = /\/join\/([\w-]+)/.exec(link)?.[1] ?? "";
  trackSecrets(token);
  await other.page.goto(`/join/${token}`);
  t.match(await other.page.locator("main").innerText(), /Ada shares the collection Travel with you/);
  await other.press("Join");
  await other.page.getByText("You have joined the collection.").waitFor();
  await openCollection(other, "Travel");
  t.equal(await other.page.locator(".total").textContent(), "2,000 bookmarks");
  t.equal(await other.page.locator("#list").getByRole("checkbox").count(), 0, "a viewer only reads");
  await owner.page.reload();
  await owner.follow("Stop sharing");
  await owner.press("Stop sharing");
  await owner.page.getByText("The collection is no longer shared.").waitFor();
  await other.page.reload();
  t.equal(await other.page.getByRole("heading", { level: 1 }).textContent(), "Not found");
}

/** Publishes a collection, which a stranger reads without signing in. */
async function publish(t: Test, person: PersonAtBrowser, stranger: PersonAtBrowser): Promise<void> {
  const { page } = person;
  await openCollection(person, "Reading");
  await person.open("Collection menu");
  await person.follow("Edit collection");
  await person.check("Public");
  await person.press("Save");
  await page.getByText("Your changes are saved.").waitFor();
  await openCollection(person, "Reading");
  await person.open("Collection menu");
  await person.follow("Public page");
  await page.getByText("2999").first().waitFor();
  await stranger.page.goto(page.url());
  t.equal(await stranger.page.getByRole("heading", { level: 1 }).textContent(), "Reading");
  t.ok(await stranger.page.getByRole("link", { name: "Page 2999 & more" }).isVisible());
  t.notMatch(await stranger.page.content(), "ada@example.com");
}

/** The export has what the imported file has, and the tag that was added. */
async function compareExport(t: Test, person: PersonAtBrowser, original: string): Promise<void> {
  const { page } = person;
  await page.goto("/bookmarks");
  await person.open("Collections");
  await person.open("More");
  await person.follow("Export");
  const download = page.waitForEvent("download");
  await person.press("Download");
  const exported = await readFile(await (await download).path(), "utf8");
  const expected = entriesOf(original);
  expected.get("https://site50.example/4900")?.tags.add("found again");
  t.equal(expected.size, BOOKMARKS);
  t.same(entriesOf(exported), expected);
}

interface Entry {
  readonly folder: string;
  readonly title: string;
  readonly added: string;
  readonly tags: Set<string>;
}

/** The bookmarks of a file by their addresses. */
function entriesOf(text: string): Map<string, Entry> {
  const found = new Map<string, Entry>();
  let folder = "";
  for (const [, name, attributes = "", title = ""] of text.matchAll(/<H3[^>]*>([^<]*)<|<A ([^>]*)>([^<]*)<\/A>/g)) {
    if (name !== undefined) folder = name;
    else {
      const attribute = (key: string) => new RegExp(`${key}="([^"]*)"`).exec(attributes)?.[1] ?? "";
      const tags = new Set(attribute("TAGS").split(",").filter(Boolean));
      found.set(attribute("HREF"), { folder, title, added: attribute("ADD_DATE"), tags });
    }
  }
  return found;
}

async function openCollection(person: PersonAtBrowser, title: string): Promise<void> {
  await person.page.goto("/bookmarks");
  await person.open("Collections");
  await person.follow(new RegExp(`^${title} `));
  await person.page.getByRole("heading", { level: 1, name: title }).waitFor();
}
