import Fastify from "fastify";
import type { Page } from "playwright-core";
import t from "tap";
import { loadContract } from "../../src/http/contract/load.ts";
import { DEFAULT_MAX_UNREAD, UnreadResponses } from "../../src/http/server/unread-responses.ts";
import { registerPages } from "../../src/pages/pages.ts";
import { openApp } from "../support/app.ts";
import { openBrowser, openPage } from "../support/browser.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";

const catalogue = loadContract(new URL("../../openapi/catalogue.yaml", import.meta.url));
const browser = await openBrowser();
t.teardown(() => browser.close());

t.test("the start page links to the API reference, where a request creates a product", async (t) => {
  const app = await openApp(t);
  const ada = await createPerson(app, "Ada");
  const { page, faults } = await openPage(t, browser, app.base);

  await page.goto("/");
  await page.getByRole("link", { name: "API reference" }).first().click();
  t.same((await shownOperations(page)).toSorted(), catalogue.operations.map(({ id }) => id).toSorted());

  t.match(await tryOut(page, "listProducts"), { url: `${app.base}/api/products`, status: "200" });
  await authorize(page, ada.token);
  t.match(await tryOut(page, "createProduct"), { url: `${app.base}/api/products`, status: "201" });
  t.match((await app.send("GET", "/api/products")).body, [{ name: "Desk lamp" }]);
  t.same(faults, []);
});

t.test("the reference calls the user administration API with an API key", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  await setLevel(app, id, 4);
  const { page, faults } = await openPage(t, browser, app.base);
  await page.goto("/docs/?urls.primaryName=users");
  await page.getByRole("heading", { name: "Triptych: user administration" }).waitFor();
  await authorize(page, await createKey(app, id));
  t.match(await tryOut(page, "listUsers"), { url: `${app.base}/api/v1/users.json?limit=20&page=1`, status: "200" });
  t.same(faults, []);
});

t.test("the reference blocks inline scripts and requests to other hosts", async (t) => {
  const { base } = await openApp(t);
  const { page, faults } = await openPage(t, browser, base);
  await page.goto("/docs/");
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

t.test("the reference opens the contract that its URL names, and can switch to another", async (t) => {
  const info = { title: "Another contract", version: "2.0.0" };
  const another = { ...catalogue, name: "users", document: { ...catalogue.document, info } };
  const server = Fastify().decorate("unreadResponses", new UnreadResponses(DEFAULT_MAX_UNREAD));
  t.teardown(() => server.close());
  await registerPages(server, { contracts: [catalogue, another], baseUrl: "http://localhost:3000" });
  const { page, faults } = await openPage(t, browser, await server.listen({ port: 0, host: "127.0.0.1" }));

  await page.goto("/docs/?urls.primaryName=users");
  await page.getByRole("heading", { name: "Another contract" }).waitFor();
  await page.getByLabel("Select a definition").selectOption("catalogue");
  await page.getByRole("heading", { name: "Triptych: catalogue and accounts" }).waitFor();
  await page.getByRole("link", { name: "Triptych: start page" }).click();
  await page.getByRole("link", { name: "users.yaml" }).waitFor();
  t.same(faults, []);
});

async function shownOperations(page: Page): Promise<string[]> {
  const shown = page.locator(".opblock");
  await shown.first().waitFor();
  const ids = await shown.evaluateAll((elements) => elements.map(({ id }) => id));
  return ids.map((id) => id.replace(/^operations-\w+-/, ""));
}

async function authorize(page: Page, token: string): Promise<void> {
  await page.locator(".scheme-container").getByRole("button", { name: "Authorize" }).click();
  const dialog = page.locator(".dialog-ux");
  await dialog.locator("input").fill(token);
  await dialog.getByRole("button", { name: "Apply credentials" }).click();
  await dialog.getByRole("button", { name: "Close" }).first().click();
}

/** Sends the default request of an operation; returns its URL and the status that the page shows. */
async function tryOut(page: Page, operationId: string): Promise<{ url: string; status: string | null }> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  const [request] = await Promise.all([
    page.waitForRequest(/\/(api|rest)\//),
    operation.getByRole("button", { name: "Execute" }).click(),
  ]);
  const status = await operation.locator(".live-responses-table tbody .response-col_status").textContent();
  return { url: request.url(), status };
}

t.test("the reference calls the collections API with an API key", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  const { page, faults } = await openPage(t, browser, app.base);
  await page.goto("/docs/?urls.primaryName=collections");
  await page.getByRole("heading", { name: "Triptych: collections" }).waitFor();
  await authorize(page, await createKey(app, id));
  t.match(await tryOut(page, "createCollection"), { url: `${app.base}/rest/v1/collection`, status: "200" });
  t.match(await tryOut(page, "listRootCollections"), { url: `${app.base}/rest/v1/collections`, status: "200" });
  t.equal(await page.locator(".errors-wrapper").count(), 0, "all references are resolved");
  t.same(faults, []);
});
