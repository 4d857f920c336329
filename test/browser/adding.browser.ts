import type { BrowserContextOptions, Page } from "playwright-core";
import t, { type Test } from "tap";
import { pngOf } from "../../harness/pictures.ts";
import { bookmarkletFor } from "../../src/pages/bookmarks/transfer/tools.ts";
import { openBookmarks, openBrowser, openPage } from "../support/browser.ts";
import { openLibrary } from "../support/library.ts";
import { checkPage } from "../support/page-checks.ts";

const SMALL: BrowserContextOptions = { viewport: { width: 480, height: 600 } };
const LINK = "https://example.com/articles/1";

const browser = await openBrowser();
t.teardown(() => browser.close());

/** Opens the list of all bookmarks of somebody with a collection. */
async function open(t: Test, options: BrowserContextOptions = {}) {
  const library = await openLibrary(t);
  const { _id: collection } = await library.ann.addCollection("Reading");
  const { page, faults } = await openPage(t, browser, library.app.base, options);
  await openBookmarks(page, library.ann);
  await page.waitForLoadState();
  const titles = async (place: number) =>
    (await library.ann.call("GET", `/raindrops/${place}?sort=title`)).items.map(({ title }) => title);
  return { ...library, collection, page, faults, titles };
}

/** What is dropped: texts by their type, or files. */
interface Dropped {
  readonly texts?: Readonly<Record<string, string>>;
  readonly files?: readonly { readonly name: string; readonly text: string }[];
}

/** Drops something from elsewhere on the list. */
async function drop(page: Page, dropped: Dropped): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`{
    const transfer = new DataTransfer();
    const { texts = {}, files = [] } = ${JSON.stringify(dropped)};
    for (const [type, text] of Object.entries(texts)) transfer.setData(type, text);
    for (const { name, text } of files) transfer.items.add(new File([text], name));
    transfer;
  }`);
  await page.dispatchEvent("#list", "dragenter", { dataTransfer });
  const isLoaded = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/drop.js'))";
  while (!(await page.evaluate(isLoaded)));
  await page.dispatchEvent("#list", "dragover", { dataTransfer });
  await page.dispatchEvent("#list", "drop", { dataTransfer });
}

t.test("the bookmarklet opens a small window, which closes itself once the page is saved", async (t) => {
  const { app, ann, page, faults } = await open(t);
  const reading = await page.context().newPage();
  const opened = page.context().waitForEvent("page");
  await reading.evaluate(bookmarkletFor(app.base).replace("location.href", `'${LINK}'`).replace("javascript:", ""));
  const window = await opened;
  await window.getByRole("button", { name: "Add bookmark" }).waitFor();
  t.equal(await window.getByLabel("Link").inputValue(), LINK);
  const closed = window.waitForEvent("close");
  await window.getByRole("button", { name: "Add bookmark" }).click();
  await closed;
  t.match((await ann.call("GET", "/raindrops/-1")).items, [{ link: LINK }]);
  t.same(faults, []);
});

t.test("a window that the bookmarklet has not opened stays, and says that the page is saved", async (t) => {
  const { page, ann } = await open(t);
  await page.goto("/bookmarks/items/new/window?text=example.com/shared");
  await page.getByRole("button", { name: "Add bookmark" }).click();
  t.equal(await page.getByRole("status").first().textContent(), "The bookmark is saved.");
  t.match((await ann.call("GET", "/raindrops/-1")).items, [{ link: "https://example.com/shared" }]);
});

for (const locale of ["en", "de"]) {
  t.test(`the small window fits into 480 × 600 pixels without scrolling (${locale})`, async (t) => {
    const { page, app, ann, faults } = await open(t, SMALL);
    await page.context().addCookies([{ name: "triptych_language", value: locale, url: app.base }]);
    await ann.addItem(-1, { link: LINK });
    await page.goto(`/bookmarks/items/new/window?link=${LINK}&title=Logging`);
    await checkPage(t, page, `bookmark-window-small-${locale}`);
    const height = await page.evaluate("document.documentElement.scrollHeight");
    t.ok(Number(height) <= 600, `${height} pixels`);
    t.same(faults, []);
  });
}

t.test("links that are dropped on a list are saved in its collection", async (t) => {
  const { page, collection, titles, faults } = await open(t);
  await page.goto(`/bookmarks/${collection}?sort=title`);
  await page.evaluate("globalThis.isSamePage = true");
  await drop(page, { texts: { "text/uri-list": `${LINK}\r\nhttps://example.com/2`, "text/plain": LINK } });
  await page.getByText("The bookmarks were added.").first().waitFor();
  t.match(page.url(), `/bookmarks/${collection}?sort=title`);
  t.same(await titles(collection), ["https://example.com/2", LINK]);
  t.equal(await page.evaluate("globalThis.isSamePage"), true, "in place");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The change was undone.").first().waitFor();
  t.same(await titles(collection), []);
  await drop(page, { texts: { "text/uri-list": `${LINK}\r\nhttps://example.com/2` } });
  await page.getByText("The bookmarks were added.").first().waitFor();

  await drop(page, { texts: { "text/uri-list": LINK } });
  await page.getByText("You have already saved this link.").first().waitFor();
  await page.getByRole("button", { name: "Add it again" }).click();
  await page.getByText("The bookmark was added.").waitFor();
  t.equal((await titles(collection)).length, 3);

  await drop(page, { texts: { "text/plain": "Read example.com tomorrow" } });
  await page.getByRole("button", { name: "Add bookmark" }).waitFor();
  t.equal(await page.getByLabel("Excerpt").inputValue(), "Read example.com tomorrow");
  t.equal(await page.getByLabel("Collection").inputValue(), String(collection));
  t.same(faults, []);
});

t.test("files that are dropped on a list become bookmarks, and those that are not accepted are named", async (t) => {
  const { page, titles, faults } = await open(t);
  const files = ["One.md", "Two.txt"].map((name) => ({ name, text: "A text" }));
  await drop(page, { files });
  await page.getByText("Uploaded files: 2").waitFor();
  t.equal(await page.locator("h2").getByRole("link", { name: "Two.txt", exact: true }).count(), 1, "the list shows it");
  t.same(await titles(-1), ["One.md", "Two.txt"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The change was undone.").first().waitFor();
  t.same(await titles(-1), ["One.md"], "the last one");
  await drop(page, { files: files.slice(1) });
  await page.getByText("Uploaded files: 1").waitFor();
  await drop(page, { files: [{ name: "Bad.bin", text: "\0\x01" }] });
  await page.getByText("Bad.bin: The file is of a kind that cannot be uploaded.").waitFor();
  t.equal((await titles(-1)).length, 2);
  t.same(faults, []);
});

t.test("a bookmark that is dragged within its own list is not saved again", async (t) => {
  const { page, ann, titles } = await open(t);
  await ann.addItem(-1, { link: LINK, title: "Logging" });
  await page.reload();
  await page.locator("[data-item]").dispatchEvent("dragstart", {
    dataTransfer: await page.evaluateHandle("new DataTransfer()"),
  });
  await drop(page, { texts: { "text/uri-list": LINK } });
  await page.waitForLoadState();
  t.same(await titles(-1), ["Logging"]);
});

t.test("without JavaScript, links and a file are added on pages", async (t) => {
  const { page, titles, faults } = await open(t, { javaScriptEnabled: false });
  await page.goto("/bookmarks/items/new");
  await page.getByRole("link", { name: "Add several links" }).click();
  await page.getByLabel("Links").fill("example.com/a\nexample.com/b");
  await page.getByRole("button", { name: "Add bookmarks" }).click();
  t.equal(await page.getByRole("status").first().textContent(), "The bookmarks were added.");
  await page.goto("/bookmarks/items/upload");
  const buffer = await pngOf(2, 2, "#ff0000");
  await page.getByLabel("File").setInputFiles({ name: "Red.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Upload file" }).click();
  t.equal(await page.getByRole("status").first().textContent(), "The file was uploaded.");
  t.same(await titles(-1), ["https://example.com/a", "https://example.com/b", "Red.png"]);
  t.same(faults, []);
});
