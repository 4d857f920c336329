import type { Page } from "playwright-core";
import t from "tap";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp } from "../support/app.ts";
import { openBookmarks, openBrowser, openPage, signIn, withoutFailedLoads } from "../support/browser.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";

const catalogue = loadContract("catalogue");
const browser = await openBrowser();
t.teardown(() => browser.close());

t.test("a signed-in reader sends requests to every API without pasting anything", async (t) => {
  const app = await openApp(t);
  const ada = await createPerson(app, "Ada");
  await setLevel(app, ada.id, 4);
  const { page, faults } = await openPage(t, browser, app.base);
  await page.goto("/docs/catalogue/products");
  t.match(await sendRequest(page, "listProducts"), { url: `${app.base}/api/products`, status: "200 OK" });
  t.match(await page.locator("#listProducts .response").textContent(), "[]");
  t.match(await sendRequest(page, "createProduct"), { status: "401 Unauthorized" });

  await page.getByRole("link", { name: "Sign in" }).last().click();
  await signIn(page, ada);
  await page.waitForURL("**/docs/catalogue/products");
  await page.getByText("Requests are sent as Ada").waitFor();
  t.match(await sendRequest(page, "createProduct"), { status: "201 Created" });
  t.match((await app.send("GET", "/api/products")).body, [{ name: "Desk lamp" }]);

  await page.goto("/docs/collections/collections");
  await page.locator("#createCollection details.send summary").click();
  await page.locator("#createCollection").getByLabel("view").selectOption("masonry");
  t.match(await sendRequest(page, "createCollection"), { status: "200 OK" });
  t.match(await page.locator("#createCollection .response").textContent(), '"view": "masonry"');

  await page.goto("/docs/users/users");
  t.match(await sendRequest(page, "listUsers"), { url: `${app.base}/api/v1/users.json`, status: "200 OK" });
  t.equal(await page.evaluate("sessionStorage.length + localStorage.length"), 0, "only the page has the credential");
  t.same(withoutFailedLoads(faults), []);
});

t.test("a credential that has expired is replaced", async (t) => {
  const app = await openApp(t);
  const ada = await createPerson(app, "Ada");
  const { page } = await openPage(t, browser, app.base);
  await openBookmarks(page, ada);
  for (const [path, operation] of [
    ["/docs/collections/account", "getUser"],
    ["/docs/users/users", "listUsers"],
  ] as const) {
    await page.goto(path);
    const first = await sendRequest(page, operation);
    app.advanceClock(16 * 60_000);
    t.equal((await sendRequest(page, operation)).status, first.status, path);
    t.not(first.status, "401 Unauthorized");
  }
});

t.test("a key that is typed is used instead, on all pages of its API", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  await setLevel(app, id, 4);
  const { page, faults } = await openPage(t, browser, app.base);
  await page.goto("/docs/users/users");
  await page.getByText("Another token or key").click();
  await page.getByLabel("Token or API key").fill(await createKey(app, id));
  t.match(await sendRequest(page, "createUser"), { status: "201 Created" });
  await page.reload();
  t.match(await sendRequest(page, "listUsers"), { url: `${app.base}/api/v1/users.json`, status: "200 OK" });
  t.same(faults, []);
});

t.test("the search shows results of all APIs while typing, and leads to them by keyboard", async (t) => {
  const { base } = await openApp(t);
  const { page, faults } = await openPage(t, browser, base);
  await page.goto("/docs/users/users");
  await page.keyboard.press("/");
  await page.keyboard.type("deleteproduct");
  await page.getByRole("link", { name: "DEL Delete a product" }).waitFor();
  t.match(await page.locator("#found").getByRole("status").textContent(), /^1 result$/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/catalogue/products#deleteProduct");
  const search = page.getByLabel("Search operations, fields and errors");
  await search.fill("lorem ipsum");
  await page.getByText("Nothing found.").waitFor();
  await page.keyboard.press("Escape");
  t.notOk(await page.locator("#found").isVisible());
  t.same(faults, []);
});

t.test("a field of a response that the search finds is opened", async (t) => {
  const { base } = await openApp(t);
  const { page } = await openPage(t, browser, base);
  await page.goto("/docs/search?q=inStock+whether");
  await page.goto("/docs/catalogue/products#listProducts:200.inStock");
  t.ok(await page.locator('[id="listProducts:200.inStock"]').isVisible());
});

t.test("the list marks the operation in view", async (t) => {
  const { base } = await openApp(t);
  const { page, faults } = await openPage(t, browser, base);
  await page.goto("/docs/collections/items");
  const current = page.locator('.contents a[aria-current="location"]');
  for (const id of ["deleteItem", "listItems", "createItem"]) {
    await page.goto(`/docs/collections/items#${id}`);
    await page.locator(`.contents a[href="#${id}"][aria-current="location"]`).waitFor();
    t.equal(await current.count(), 1);
    const bottom = await current.evaluate((link) => link.getBoundingClientRect().bottom);
    t.ok(bottom <= (page.viewportSize()?.height ?? 0), "in sight");
  }
  t.same(faults, []);
});

t.test("old links to operations and events lead to their descriptions", async (t) => {
  const { base } = await openApp(t);
  const { page, faults } = await openPage(t, browser, base);
  await page.goto("/docs/collections#updateItem");
  await page.waitForURL("**/docs/collections/items#updateItem");
  await page.goto("/docs/collections#event-item.created");
  await page.waitForURL("**/docs/collections/webhooks#event-item.created");
  await page.goto("/docs/collections#events");
  t.ok(await page.getByRole("heading", { name: "Webhooks" }).isVisible());
  t.same(faults, []);
});

for (const javaScriptEnabled of [true, false])
  t.test(`the language of samples is kept, ${javaScriptEnabled ? "with" : "without"} scripts`, async (t) => {
    const { base } = await openApp(t);
    const { page, faults } = await openPage(t, browser, base, { javaScriptEnabled });
    await page.goto("/docs/users/users");
    t.ok(await page.locator("#listUsers-curl").isVisible());
    const stored = page.waitForRequest("**/preferences");
    await page.getByRole("button", { name: "Python" }).click();
    await (await stored).response();
    await page.locator("#listUsers-Python").waitFor();
    await page.goto("/docs/catalogue/products");
    t.ok(await page.locator("#createProduct-Python").isVisible());
    t.notOk(await page.locator("#createProduct-curl").isVisible());
    t.same(faults, []);
  });

t.test("without scripts the reference shows every operation, searches, and follows old links", async (t) => {
  const { base } = await openApp(t);
  const { page } = await openPage(t, browser, base, { javaScriptEnabled: false });
  await page.goto("/docs/catalogue/products");
  const { length } = catalogue.operations.filter(({ source }) => source.tags?.includes("products"));
  t.equal(await page.locator("article.operation:visible").count(), length);
  t.match(await page.locator("#createProduct-curl").textContent(), "curl");
  t.equal(
    await page.locator("main :is(form.request, #credential):visible").count(),
    0,
    "what needs a script is hidden",
  );
  await page.getByLabel("Search operations, fields and errors").fill("inStock");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/search?q=inStock");
  t.ok((await page.locator("#found a").count()) > 0);
  await page.goto("/docs/catalogue#deleteProduct");
  await page.locator("li:target a").click();
  await page.waitForURL("**/docs/catalogue/products#deleteProduct");
});

t.test("the reference blocks inline scripts and requests to other hosts", async (t) => {
  const { base } = await openApp(t);
  const { page, faults } = await openPage(t, browser, base);
  await page.goto("/docs/catalogue/products");
  await page.evaluate(`{
    const script = document.createElement("script");
    script.textContent = "globalThis.injected = true";
    document.body.append(script);
  }`);
  t.equal(await page.evaluate("globalThis.injected"), undefined);
  await t.rejects(page.evaluate("fetch('https://example.com/')"));
  t.match(faults.join("\n"), "Executing inline script violates");
  t.match(faults.join("\n"), "Connecting to 'https://example.com/' violates");
});

/** Sends the form of an operation as it is; returns the URL of the request and the status that the page shows. */
async function sendRequest(page: Page, operationId: string): Promise<{ url: string; status: string | null }> {
  const form = page.locator(`#${operationId} details.send`);
  if (!(await form.getAttribute("open").then((open) => open !== null))) await form.locator("summary").click();
  const [request] = await Promise.all([page.waitForRequest(/\/(api|rest)\//), form.getByRole("button").click()]);
  await request.response();
  return { url: request.url(), status: await form.locator(".status").textContent() };
}
