import t from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import * as setup from "../../src/setup/setup.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { DEVICES, openBrowser, openPage, withoutFailedLoads } from "../support/browser.ts";
import { checkPage } from "../support/page-checks.ts";
import { createPerson } from "../support/people.ts";

// The pages as they open are checked in every-page.browser.ts.

const browser = await openBrowser();
t.teardown(() => browser.close());

/** Creates a setup link. Returns its path with the code, and the code. */
async function createSetupLink({ base, context: { database, clock } }: TestApp) {
  const link = (await setup.createLink(database, { clock, baseUrl: base })) ?? "";
  const code = link.slice(link.indexOf("#") + 1);
  trackSecrets(code);
  return { link, code };
}

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`setup and forms with errors are accessible and fit a ${device}`, async (t) => {
    const app = await openApp(t);
    const { page, faults } = await openPage(t, browser, app.base, options);
    const submitEmpty = async () => {
      await page.evaluate(SUBMIT_UNCHECKED);
      await page.getByRole("alert").waitFor();
    };
    await page.goto((await createSetupLink(app)).link);
    await checkPage(t, page, "setup");
    await submitEmpty();
    await checkPage(t, page, "setup-invalid");
    const ann = await createPerson(app, "Ann");
    const { database, clock } = app.context;
    await page.goto("/account/register");
    await submitEmpty();
    await checkPage(t, page, "register-invalid");
    await page.goto("/account/sign-in");
    await submitEmpty();
    await checkPage(t, page, "sign-in-invalid");
    await page.goto(await passwordReset.createLink(database, { clock, baseUrl: app.base }, ann.id));
    await submitEmpty();
    await checkPage(t, page, "reset-password-form-invalid");
    await page.goto("/account/forgotten-password");
    await checkPage(t, page, "forgotten-password-no-mail");
    t.same(withoutFailedLoads(faults), []);
  });
}

for (const javaScriptEnabled of [true, false]) {
  const title = `a setup link creates the first administrator ${javaScriptEnabled ? "with" : "without"} JavaScript`;
  t.test(title, async (t) => {
    const app = await openApp(t);
    const { page, faults } = await openPage(t, browser, app.base, { javaScriptEnabled });
    const { link, code } = await createSetupLink(app);
    await page.goto(link);
    await page.waitForLoadState();
    if (javaScriptEnabled) t.equal(page.url(), `${app.base}/setup`, "the code is not in the history");
    else await page.getByLabel("Setup code").fill(code);
    t.equal(await page.getByLabel("Setup code").inputValue(), code);
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("E-mail address").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("Ada's long password");
    await page.getByLabel("Confirm password").fill("Ada's long password");
    await page.getByRole("button", { name: "Create administrator" }).click();
    t.equal(await page.getByRole("status").first().textContent(), "Your account was created.");
    t.same(withoutFailedLoads(faults), []);
  });
}

t.test("the page of a reset link passes its token to no other request, and its form is accepted", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const ann = await createPerson(app, "Ann");
  const { page, faults } = await openPage(t, browser, app.base);
  const link = await passwordReset.createLink(database, { clock, baseUrl: app.base }, ann.id);
  const token = link.slice(link.indexOf("=") + 1);
  trackSecrets(token);
  const referrers: string[] = [];
  page.on("request", (request) => referrers.push(request.headers().referer ?? ""));
  await page.goto(link);
  await page.getByRole("button", { name: "Dark" }).click();
  await page.waitForURL(link);
  await page.getByLabel("Password", { exact: true }).fill("another long password");
  await page.getByLabel("Confirm password").fill("another long password");
  await page.getByRole("button", { name: "Change password" }).click();
  t.match(await page.getByRole("status").first().textContent(), "Your password was changed.");
  t.same(
    referrers.filter((referrer) => referrer.includes(token)),
    [],
  );
  t.same(faults, []);
});

/** Runs in the browser: submits a form that the browser would find incomplete. */
const SUBMIT_UNCHECKED = `{
  const form = document.querySelector("form.card");
  form.noValidate = true;
  form.requestSubmit();
}`;
