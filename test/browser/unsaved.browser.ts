import t from "tap";
import { pngOf } from "../../harness/pictures.ts";
import { DEVICES, openBrowser, openPage, signIn } from "../support/browser.ts";
import { addCollections } from "../support/large-account.ts";
import { openLibrary } from "../support/library.ts";
import { checkPage } from "../support/page-checks.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

for (const javaScriptEnabled of [true, false]) {
  t.test(`what was typed stays until it is saved, ${javaScriptEnabled ? "with" : "without"} scripts`, async (t) => {
    const { app, ann } = await openLibrary(t);
    const { _id: id } = await ann.addItem(-1, { title: "Logging", link: "https://example.com/" });
    const { page, faults } = await openPage(t, browser, app.base, { javaScriptEnabled });
    await page.goto("/account/sign-in");
    await page.getByLabel("E-mail").fill(ann.email);
    await page.getByRole("button", { name: "Light" }).click();
    t.equal(await page.getByLabel("E-mail").inputValue(), ann.email);
    await signIn(page, ann);
    await page.goto(`/bookmarks/items/${id}`);
    const note = page.locator("form.edit").getByLabel("Note", { exact: true });
    await note.fill("Not saved yet");
    await page.locator("form.edit").getByLabel("Important").check();
    await page.getByLabel("Text of the highlight").fill("A passage");
    await page.getByRole("button", { name: "Add highlight" }).click();
    t.equal(await page.getByRole("status").textContent(), "The highlight is saved.");
    t.equal(await note.inputValue(), "Not saved yet");
    const buffer = await pngOf(64, 48, "#3568c4");
    await page.getByLabel("Picture").setInputFiles({ name: "cover.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Upload cover" }).click();
    t.equal(await page.getByRole("status").textContent(), "The cover was changed.");
    await page.getByRole("button", { name: "Dark" }).click();
    t.equal(await note.inputValue(), "Not saved yet");
    t.ok(await page.locator("form.edit").getByLabel("Important").isChecked());

    await page.getByRole("button", { name: "Move to Trash" }).click();
    t.match(await page.getByRole("status").textContent(), "Moved to the Trash.");
    t.equal(await note.inputValue(), "Not saved yet");
    if (javaScriptEnabled) await checkPage(t, page, "typed-in-trash");
    await page.getByRole("button", { name: "Undo" }).click();
    t.equal(await note.inputValue(), "Not saved yet");
    await page.getByLabel("Title").fill("Saved with Enter");
    await page.getByLabel("Title").press("Enter");
    await page.getByText("Your changes are saved.").waitFor();
    t.match((await ann.call("GET", `/raindrop/${id}`)).item, {
      title: "Saved with Enter",
      note: "Not saved yet",
      removed: false,
      highlights: [{ text: "A passage" }],
    });
    t.same(faults, []);
  });
}

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`a form whose session has ended, a form with errors and typed collections on a ${device}`, async (t) => {
    const { app, ann } = await openLibrary(t);
    await ann.addCollection("Development");
    const first = await addCollections(app.context.database, ann.id, 10_001);
    for (const parent of [first, first + 1]) await ann.addCollection("Reading list", parent);
    const { page } = await openPage(t, browser, app.base, options);
    await page.goto("/account/sign-in");
    await signIn(page, ann);
    await page.goto("/products/new");
    await page.getByLabel("Name").fill("Lamp");
    await page.getByLabel("Price").fill("1");
    await app.context.database.deleteFrom("sessions").execute();
    await page.getByRole("button", { name: "Create product" }).click();
    await page.getByText("Your session had ended").waitFor();
    await checkPage(t, page, "session-ended");
    await signIn(page, ann);
    await page.getByText("Your session had ended, so nothing was saved yet.").waitFor();
    t.equal(await page.getByLabel("Name").inputValue(), "Lamp");
    await checkPage(t, page, "draft-kept");
    await page.getByRole("button", { name: "Create product" }).click();
    await page.getByText("The product was created.").waitFor();
    t.notMatch(page.url(), "?");
    await page.reload();
    t.equal(await page.getByText("The product was created.").count(), 0);

    await page.goto("/bookmarks/items/new");
    await page.getByLabel("Link", { exact: true }).fill("https://example.com/");
    await page.getByLabel("Name of a collection").fill("reading");
    await page.getByRole("button", { name: "Add bookmark" }).click();
    await page.getByRole("link", { name: "Collection is unclear" }).waitFor();
    await page.reload();
    t.equal(await page.getByLabel("Link", { exact: true }).inputValue(), "https://example.com/");
    await checkPage(t, page, "collection-unclear");
    await page.getByLabel("Collection", { exact: true }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Add bookmark" }).click();
    await page.getByText("The bookmark was added.").waitFor();
    await page.goto("/bookmarks");
    await page.getByLabel("Select all on this page").check();
    if (options.isMobile === true) await page.getByText("50 selected").first().click();
    await page.getByRole("button", { name: /^Select all [\d,]+$/ }).click();
    await page.getByText("first narrow the list down to 10,000").waitFor();
    await checkPage(t, page, "bulk-large");
  });
}
