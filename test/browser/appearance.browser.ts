import type { BrowserContextOptions, Page } from "playwright-core";
import t from "tap";
import { registerDesignPages } from "../../src/pages/design/sample-page.ts";
import { openApp } from "../support/app.ts";
import { DEVICES, openBrowser, openPage, signIn } from "../support/browser.ts";
import { checkPage } from "../support/page-checks.ts";
import { createPerson, setLevel } from "../support/people.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

t.test("the keyboard focus is visible", async (t) => {
  const { base } = await openApp(t);
  const { page } = await openPage(t, browser, base);
  await page.goto("/");
  await page.keyboard.press("Tab");
  t.equal(await page.evaluate("getComputedStyle(document.querySelector('a:focus-visible')).outlineStyle"), "solid");
});

t.test("a theme that is chosen without JavaScript is kept, and has the colours of that preference", async (t) => {
  const { base } = await openApp(t);
  const colours = async (page: Page) => page.locator("body").evaluate(COLOURS);
  const expected: unknown[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await openPage(t, browser, base, { colorScheme });
    await page.goto("/");
    expected.push(await colours(page));
  }
  for (const [index, theme] of ["Light", "Dark"].entries()) {
    const colorScheme = index === 0 ? "dark" : "light";
    const { page } = await openPage(t, browser, base, { colorScheme, javaScriptEnabled: false });
    await page.goto("/docs/quickstart");
    await page.getByRole("button", { name: theme, exact: true }).click();
    await page.waitForURL("**/docs/quickstart");
    await page.getByRole("link", { name: "Triptych" }).click();
    await page.waitForURL(`${base}/`);
    t.equal(await page.getByRole("button", { name: theme, exact: true }).getAttribute("aria-pressed"), "true");
    t.same(await colours(page), expected[index], theme);
    await page.getByRole("button", { name: "System" }).click();
    await page.waitForURL(`${base}/`);
    t.same(await colours(page), expected[1 - index], "System follows the browser again");
  }
});

t.test("the pages fit a phone in German too", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const { page, faults } = await openPage(t, browser, app.base, { ...DEVICES.phone, locale: "de-DE" });
  await page.goto("/account/users");
  await page.getByLabel("E-Mail-Adresse").fill(ann.email);
  await page.getByLabel("Passwort").fill(ann.password);
  await page.locator("main button:not([aria-hidden])").click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.getByRole("heading", { name: "Benutzer" }).waitFor();
  const users = ["/account/users", "/account/users/new", `/account/users/${ann.id}`];
  const own = ["api-keys", "profile", "profile/email", "profile/password", "sessions", "access", "data", "data/delete"];
  const anyone = ["/", "/setup", "/account/forgotten-password", "/products"];
  for (const path of [...anyone, "/products/new", ...users, ...own.map((name) => `/account/${name}`)]) {
    await page.goto(path);
    await checkPage(t, page, path);
  }
  t.same(faults, []);
});

t.test("a language that is chosen is kept", async (t) => {
  const { base } = await openApp(t);
  const { page } = await openPage(t, browser, base, { locale: "de-DE" });
  await page.goto("/account/sign-in");
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goto("/");
  await page.getByRole("heading", { name: "Three HTTP APIs, one server" }).waitFor();
});

t.test("times are local and relative, with the exact time as the title; in UTC without JavaScript", async (t) => {
  const { base } = await openApp(t, {}, { extend: registerDesignPages });
  const timesOn = async (options: BrowserContextOptions) => {
    const { page } = await openPage(t, browser, base, options);
    await page.clock.setFixedTime("2026-01-01T14:00:00Z");
    await page.goto("/__test__/design");
    return page.locator("time").evaluateAll((times) => times.map(({ textContent, title }) => [textContent, title]));
  };
  const local = await timesOn({ timezoneId: "Asia/Tokyo", locale: "en-GB" });
  t.same(local[0], ["2 hours ago", "Thursday, 1 January 2026 at 21:00:00 GMT+9"]);
  t.same(local[1]?.[0], "2 Feb 2026");
  t.match(local[2]?.[0], "14 hours ago");
  const plain = await timesOn({ javaScriptEnabled: false });
  t.same(plain[0], ["2026-01-01 12:00\u00a0UTC", ""]);
});

t.test("sign-ins have the local time to the second, events of the audit log that of UTC", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const shown = async (options: BrowserContextOptions) => {
    const { page } = await openPage(t, browser, app.base, { timezoneId: "Asia/Tokyo", locale: "en-GB", ...options });
    await page.goto("/account/sessions");
    await signIn(page, ann);
    const texts: (string | null)[] = [];
    for (const path of ["sessions", "audit"]) {
      await page.goto(`/account/${path}`);
      texts.push(await page.locator("main time").first().textContent());
    }
    return texts;
  };
  const [local, event] = await shown({});
  t.equal(local, "1 Jan 2026, 21:00:00");
  t.match(event, /:\d\d\u00a0UTC$/);
  t.same(await shown({ javaScriptEnabled: false }), ["Jan 1, 2026, 12:00:00\u00a0UTC", event]);
});

t.test("the focus is on the first wrong field of a form, without JavaScript too", async (t) => {
  const { base } = await openApp(t, {}, { extend: registerDesignPages });
  const { page } = await openPage(t, browser, base);
  await page.goto("/__test__/design/errors");
  t.equal(await page.locator(":focus").getAttribute("id"), "name");
  t.match(await page.locator("#name").getAttribute("aria-describedby"), "name-error");
});

/** Runs in the browser: the colours of an element. */
const COLOURS = "(element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor]";
