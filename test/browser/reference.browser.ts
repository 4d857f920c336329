import type { Page } from "playwright-core";
import t from "tap";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp } from "../support/app.ts";
import { openBrowser, openPage } from "../support/browser.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";

const catalogue = loadContract("catalogue");
const browser = await openBrowser();
t.teardown(() => browser.close());

t.test("a reader logs in on the page, uses the token, and creates a product", async (t) => {
  const app = await openApp(t);
  const ada = await createPerson(app, "Ada");
  const { page, faults } = await openPage(t, browser, app.base);
  await page.goto("/");
  await page.getByRole("link", { name: "catalogue and accounts" }).click();
  await page.waitForURL("**/docs/**");
  const ids = await page.locator("article.operation").evaluateAll((sections) => sections.map(({ id }) => id));
  t.same(ids.toSorted(), catalogue.operations.map(({ id }) => id).toSorted());

  t.match(await sendRequest(page, "listProducts"), { url: `${app.base}/api/products`, status: "200 OK" });
  t.match(await page.locator("#listProducts .response").textContent(), "[]");

  await page.getByLabel("E-mail address").fill(ada.email);
  await page.getByLabel("Password").fill(ada.password);
  await page.getByRole("button", { name: "Log in and use this token" }).click();
  await page.getByText("Logged in.").waitFor();
  t.match(await page.locator("#export-command").textContent(), /^export TRIPTYCH_TOKEN='[\w-]+\.[\w-]+\.[\w-]+'$/);
  t.match(await sendRequest(page, "createProduct"), { url: `${app.base}/api/products`, status: "201 Created" });
  t.match((await app.send("GET", "/api/products")).body, [{ name: "Desk lamp" }]);

  await page.goto("/docs/collections");
  t.match(await sendRequest(page, "createCollection"), { status: "200 OK" }, "the token is valid there too");
  t.match(
    await sendRequest(page, "listItems"),
    { status: "404 Not Found" },
    "no filter is sent unless it is filled in",
  );
  t.same(
    faults.filter((fault) => !fault.includes("404")),
    [],
  );
});

t.test("a wrong password is reported on the page", async (t) => {
  const app = await openApp(t);
  const { page } = await openPage(t, browser, app.base);
  await page.goto("/docs/catalogue");
  await page.getByLabel("E-mail address").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Log in and use this token" }).click();
  await page.getByText("Invalid Email or Password.").waitFor();
});

t.test("the reference calls the user administration API with an API key", async (t) => {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  await setLevel(app, id, 4);
  const { page, faults } = await openPage(t, browser, app.base);
  await page.goto("/docs/users");
  await page.getByLabel("API key", { exact: true }).fill(await createKey(app, id));
  t.match(await sendRequest(page, "listUsers"), { url: `${app.base}/api/v1/users.json`, status: "200 OK" });
  t.match(await sendRequest(page, "createUser"), { status: "201 Created" });
  t.same(faults, []);
});

t.test("the search shows the operations that have all words", async (t) => {
  const { base } = await openApp(t);
  const { page, faults } = await openPage(t, browser, base);
  await page.goto("/docs/");
  await page.getByLabel("Search operations").fill("deleteproduct delete");
  await page.getByText("1 operation", { exact: true }).waitFor();
  t.same(
    await page
      .locator(".operations li:visible")
      .allTextContents()
      .then((texts) => texts.length),
    1,
  );
  await page.getByRole("link", { name: "DELETE /api/products/{id}" }).click();
  await page.getByRole("heading", { name: "Delete a product" }).waitFor();
  t.match(page.url(), /\/docs\/catalogue#deleteProduct$/);
  await page.getByLabel("Search operations").fill("lorem ipsum");
  await page.getByText("0 operations").waitFor();
  t.same(faults, []);
});

t.test("without scripts the reference shows every operation and its code samples", async (t) => {
  const { base } = await openApp(t);
  const { page } = await openPage(t, browser, base, { javaScriptEnabled: false });
  await page.goto("/docs/catalogue");
  t.equal(await page.locator("article.operation:visible").count(), catalogue.operations.length);
  t.match(await page.locator("#createProduct-curl").textContent(), "curl");
  t.equal(await page.locator("main :is(form, button):visible").count(), 0, "what needs a script is hidden");
});

t.test("the reference blocks inline scripts and requests to other hosts", async (t) => {
  const { base } = await openApp(t);
  const { page, faults } = await openPage(t, browser, base);
  await page.goto("/docs/catalogue");
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
  await form.locator("summary").click();
  const [request] = await Promise.all([page.waitForRequest(/\/(api|rest)\//), form.locator("button").click()]);
  return { url: request.url(), status: await form.locator(".status").textContent() };
}
