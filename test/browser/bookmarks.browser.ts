import type { Page } from "playwright-core";
import t from "tap";
import { violationsOn } from "../support/accessibility.ts";
import { DEVICES, fitsInWidth, openBrowser, openPage, SCREENSHOTS } from "../support/browser.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";
import type { Person } from "../support/people.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

/** Opens the list of all bookmarks as this person. */
async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto("/bookmarks");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "All bookmarks" }).waitFor();
}

/** Adds collections and items, some with texts that are hard to show. Returns the ids of two collections. */
async function fill({ addCollection, addItem, call }: LibraryOwner) {
  const { _id: development } = await addCollection("Development", undefined, { description: "What I read for work." });
  const { _id: databases } = await addCollection("Databases", development);
  const { _id: recipes } = await addCollection("وصفات طبخ", undefined, { view: "grid" });
  await addCollection("x".repeat(80), databases);
  await addItem(databases, {
    title: "Write-ahead logging",
    link: "https://www.sqlite.example/wal.html",
    excerpt: "The default method by which SQLite implements atomic commit and rollback is a rollback journal.",
    note: "Read again before the talk.",
    tags: ["databases", "to read"],
    important: true,
    highlights: [{ text: "Readers do not block writers and a writer does not block readers.", note: "The point." }],
  });
  await addItem(databases, { title: "y".repeat(200), link: `https://example.com/${"z".repeat(300)}`, broken: true });
  const titles = ["Flat bread", "A soup for winter", "How to keep herbs fresh for longer", "Tea"];
  for (const title of titles) {
    const link = `https://${title.toLowerCase().replaceAll(" ", "-")}.example.com/`;
    await addItem(recipes, { title, link, excerpt: `All about it: ${title}.`, tags: ["food"] });
  }
  await addItem(-1, { title: "عنوان من اليمين إلى اليسار", type: "article" });
  const { _id: old } = await addItem(-1, { title: "An old page" });
  await call("DELETE", `/raindrop/${old}`);
  return { databases, recipes };
}

for (const [device, options] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    t.test(`the lists of bookmarks are accessible and fit a ${device} in ${colorScheme} colours`, async (t) => {
      const { app, ann } = await openLibrary(t);
      const { databases, recipes } = await fill(ann);
      const { page, faults } = await openPage(t, browser, app.base, { ...options, colorScheme });
      await signIn(page, ann);
      const checkPage = async (name: string, path: string) => {
        await page.goto(path);
        await page.screenshot({ path: `${SCREENSHOTS}${name}-${device}-${colorScheme}.png`, fullPage: true });
        t.same(await violationsOn(page), [], `${name}: axe-core finds nothing`);
        t.ok(await fitsInWidth(page), `${name}: no horizontal scrolling`);
      };
      await checkPage("bookmarks", "/bookmarks");
      await checkPage("bookmarks-collection", `/bookmarks/${databases}`);
      for (const view of ["simple", "grid", "masonry"]) await checkPage(`bookmarks-${view}`, `/bookmarks?view=${view}`);
      await checkPage("bookmarks-search", `/bookmarks/${recipes}?search=type:link+tea`);
      await checkPage("bookmarks-trash", "/bookmarks/-99");
      t.same(faults, []);
    });
  }
}
