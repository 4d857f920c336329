import type { Page } from "playwright-core";
import t from "tap";
import { pngOf } from "../../harness/pictures.ts";
import { DEVICES, openBrowser, openPage, signIn } from "../support/browser.ts";
import { openLibrary } from "../support/library.ts";
import { checkPage } from "../support/page-checks.ts";
import type { Person } from "../support/people.ts";

const LINK = "https://example.com/articles/1";
const FILE = `<DL><DT><H3>Reading</H3><DL><DT><A HREF="https://example.com/new">New</A></DL>
<DT><A HREF="${LINK}">Known</A><DT><A HREF="javascript:x">Bookmarklet</A></DL>`;

const browser = await openBrowser();
t.teardown(() => browser.close());

/** Opens a page, and signs in on the way to it. */
async function signInOn(page: Page, path: string, person: Person) {
  await page.goto("/account/sign-in");
  await signIn(page, person);
  await page.goto(path);
}

for (const javaScriptEnabled of [true, false]) {
  t.test(
    `bookmarks are added, changed and imported ${javaScriptEnabled ? "with" : "without"} JavaScript`,
    async (t) => {
      const { app, ann } = await openLibrary(t);
      const { _id: collection } = await ann.addCollection("Development");
      const { page, faults } = await openPage(t, browser, app.base, { javaScriptEnabled });
      await signInOn(page, `/bookmarks/items/new?text=${encodeURIComponent(LINK)}`, ann);
      t.equal(await page.getByLabel("Link", { exact: true }).inputValue(), LINK);
      await page.getByLabel("Title").fill("Logging");
      await page.getByLabel("Collection").selectOption("Development");
      await page.getByRole("button", { name: "Add bookmark" }).click();
      t.match(page.url(), `/bookmarks/${collection}`);
      const [{ _id: id } = { _id: 0 }] = (await ann.call("GET", `/raindrops/${collection}`)).items;

      await page.goto(`/bookmarks/items/${id}`);
      await page.getByLabel("Text of the highlight").fill("A passage");
      await page.getByRole("button", { name: "Add highlight" }).click();
      t.equal(await page.getByRole("status").textContent(), "The highlight is saved.");
      const buffer = await pngOf(64, 48, "#3568c4");
      await page.getByLabel("Picture").setInputFiles({ name: "cover.png", mimeType: "image/png", buffer });
      await page.getByRole("button", { name: "Upload cover" }).click();
      t.equal(await page.getByRole("status").textContent(), "The cover was changed.");
      await page.getByLabel("Tags").fill("one, two");
      await page.locator("form.edit").getByRole("button", { name: "Save" }).click();
      t.equal(await page.getByRole("status").textContent(), "Your changes are saved.");
      t.match((await ann.call("GET", `/raindrop/${id}`)).item, {
        tags: ["one", "two"],
        highlights: [{ text: "A passage" }],
      });

      await page.goto("/bookmarks/import");
      const file = { name: "bookmarks.html", mimeType: "text/html", buffer: Buffer.from(FILE) };
      await page.getByLabel("File").setInputFiles(file);
      await page.getByRole("button", { name: "Read the file" }).click();
      await page.getByRole("button", { name: "Import 1 bookmark" }).click();
      await page.getByRole("heading", { name: "The bookmarks are imported" }).waitFor();
      t.equal((await ann.counts())[0], 2);
      await page.getByRole("button", { name: "Undo" }).click();
      t.equal(await page.getByRole("status").textContent(), "The change was undone.");
      t.equal((await ann.counts())[0], 1);
      t.same(faults, []);
    },
  );
}

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`the preview of an import is accessible and fits a ${device}`, async (t) => {
    const { app, ann } = await openLibrary(t);
    await ann.addItem(-1, { link: LINK });
    const { page, faults } = await openPage(t, browser, app.base, options);
    await signInOn(page, "/bookmarks/import", ann);
    const buffer = Buffer.from(FILE);
    await page.getByLabel("File").setInputFiles({ name: "bookmarks.html", mimeType: "text/html", buffer });
    await page.getByRole("button", { name: "Read the file" }).click();
    await page.getByRole("button", { name: "Import 1 bookmark" }).waitFor();
    await checkPage(t, page, "import-preview");
    t.same(faults, []);
  });
}
