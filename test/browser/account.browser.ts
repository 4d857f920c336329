import { execFile } from "node:child_process";
import { promisify } from "node:util";
import t from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { openApp } from "../support/app.ts";
import { DEVICES, fitsInWidth, openBrowser, openPage, signIn, withoutFailedLoads } from "../support/browser.ts";
import { checkPage, takeScreenshot, violationsOn } from "../support/page-checks.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";

const KEYS = "/account/api-keys";

const browser = await openBrowser();
t.teardown(() => browser.close());

for (const javaScriptEnabled of [true, false]) {
  t.test(
    `a key is created, used and revoked in a browser ${javaScriptEnabled ? "with" : "without"} JavaScript`,
    async (t) => {
      const app = await openApp(t);
      const ann = await createPerson(app, "Ann");
      const { page, faults } = await openPage(t, browser, app.base, { javaScriptEnabled });
      await page.goto(KEYS);
      await signIn(page, { ...ann, password: "not her password" });
      t.equal(await page.getByRole("alert").textContent(), "Invalid Email or Password.");
      t.equal(await page.getByLabel("E-mail address").inputValue(), ann.email);
      await signIn(page, ann);
      t.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Manage API Keys");

      await page.getByLabel("Name").fill("Nightly sync");
      await page.getByLabel("Expires").selectOption("In 30 days");
      await page.getByRole("button", { name: "Create key" }).click();
      const key = (await page.locator("#key-1").textContent()) ?? "";
      trackSecrets(key);
      await page.waitForLoadState();
      t.equal(await page.getByRole("button", { name: "Copy" }).count(), javaScriptEnabled ? 3 : 0);
      const tryKey = async () => (await app.send("GET", `/api/v1/users/${ann.id}.json`, { key })).status;
      t.equal(await tryKey(), 200);

      await page.reload();
      t.match(await page.content(), key);
      await page.getByRole("button", { name: "I have copied it" }).click();
      t.equal(await page.getByRole("status").textContent(), "It is not shown any more.");
      t.notMatch(await page.content(), key);
      await page.getByRole("link", { name: "Revoke Nightly sync" }).click();
      t.equal(await tryKey(), 200);
      await page.getByRole("button", { name: "Revoke key" }).click();
      t.equal(await page.getByRole("status").textContent(), "The key is revoked. It no longer works.");
      t.equal(await tryKey(), 401);

      await page.locator(".account summary").click();
      await page.getByRole("button", { name: "Sign out" }).click();
      t.equal(await page.getByRole("status").textContent(), "You are signed out.");
      await page.goto(KEYS);
      t.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Sign in");
      t.same(
        withoutFailedLoads(faults),
        [],
        "no violations of the Content Security Policy, and no requests to other hosts",
      );
    },
  );
}

for (const javaScriptEnabled of [true, false]) {
  t.test(`people change and delete their account ${javaScriptEnabled ? "with" : "without"} JavaScript`, async (t) => {
    const app = await openApp(t);
    const ann = await createPerson(app, "Ann");
    const other = (await openPage(t, browser, app.base)).page;
    const { page, faults } = await openPage(t, browser, app.base, { javaScriptEnabled });
    for (const opened of [other, page]) {
      await opened.goto("/account/sessions");
      await signIn(opened, ann);
      await opened.getByRole("heading", { name: "Sessions" }).waitFor();
    }
    const status = () => page.getByRole("status").textContent();
    const openFromMenu = async (name: string) => {
      await page.locator(".account summary").click();
      await page.locator("details.menu").getByRole("link", { name }).click();
      await page.getByRole("heading", { name, level: 1 }).waitFor();
    };
    await page.getByRole("button", { name: /^Sign out (?!everywhere)/ }).click();
    t.equal(await status(), "The browser is signed out.");
    await other.reload();
    t.equal(await other.getByRole("heading", { level: 1 }).textContent(), "Sign in");

    await openFromMenu("Profile");
    await page.getByLabel("Name").fill("Anna");
    await page.getByRole("button", { name: "Save" }).click();
    t.equal(await status(), "Your profile was changed.");
    await page.getByRole("link", { name: "Change password" }).click();
    const password = "Anna's quite new password";
    trackSecrets(password);
    await page.getByLabel("Current password").fill(ann.password);
    await page.getByLabel("New password").fill(password);
    await page.getByLabel("Confirm password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    t.equal(await status(), "Your password was changed. Sign in with the new one.");
    await signIn(page, { ...ann, password });

    await openFromMenu("Your data");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download your data" }).click();
    t.equal((await download).suggestedFilename(), "triptych-account.json");
    await page.getByRole("link", { name: "Delete your account" }).click();
    await page.getByLabel("Current password").fill(password);
    await page.getByLabel("Delete my account for good").check();
    await page.getByRole("button", { name: "Delete your account" }).click();
    t.equal(await status(), "Your account was deleted.");
    t.equal(await accounts.find(app.context.database, ann.id), undefined);
    t.same(withoutFailedLoads(faults), []);
  });
}

t.test("a key and the commands to try it with can be copied", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const { page } = await openPage(t, browser, app.base, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(KEYS);
  await signIn(page, ann);
  await page.getByLabel("Name").fill("x");
  await page.getByRole("button", { name: "Create key" }).click();
  const commands: string[] = [];
  for (const [button, source] of [
    ["Copy key", "#key-1"],
    ["Copy command for user administration", "#curl-users-1"],
    ["Copy command for collections", "#curl-collections-1"],
  ] as const) {
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("button", { name: "Copied" }).nth(commands.length).waitFor();
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    t.equal(copied, await page.locator(source).textContent());
    commands.push(copied);
  }
  const run = async (command = "") => {
    const { stdout } = await promisify(execFile)("sh", ["-c", command.replace("http://triptych.test", app.base)]);
    return JSON.parse(stdout);
  };
  t.match(await run(commands[1]), { status: { code: 200 }, id: ann.id });
  t.match(await run(commands[2]), { result: true, items: [] });
});

t.test("with Keep me signed in, a session survives closing the browser", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  for (const keep of [true, false]) {
    const { page } = await openPage(t, browser, app.base);
    await page.goto(KEYS);
    await page.getByLabel("Keep me signed in").setChecked(keep);
    await signIn(page, ann);
    await page.getByRole("heading", { name: "Manage API Keys" }).waitFor();
    // Closing the browser deletes cookies without an expiry date.
    const persistent = (await page.context().cookies()).filter(({ expires }) => expires !== -1);
    const reopened = await openPage(t, browser, app.base);
    await reopened.page.context().addCookies(persistent);
    await reopened.page.goto(KEYS);
    t.equal(await reopened.page.getByRole("heading", { level: 1 }).textContent(), keep ? "Manage API Keys" : "Sign in");
  }
  const resumed = app.context.database.selectFrom("logins").select("account_id").where("via_remember", "=", 1);
  t.same(await resumed.execute(), [{ account_id: ann.id }]);
});

t.test("a signed-in user who follows a link from another site is still signed in", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const { page } = await openPage(t, browser, app.base);
  await page.goto(KEYS);
  await signIn(page, ann);
  await page.getByRole("heading", { name: "Manage API Keys" }).waitFor();
  await page.context().unrouteAll();
  await page
    .context()
    .route("http://elsewhere.test/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<a href="${app.base}${KEYS}">there</a>` }),
    );
  await page.goto("http://elsewhere.test/");
  await page.getByRole("link", { name: "there" }).click();
  await page.getByRole("heading", { name: "Manage API Keys" }).waitFor();
});

t.test("an administrator creates, finds, changes and deletes a user", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const { page, faults } = await openPage(t, browser, app.base);
  await page.goto("/account/users");
  await signIn(page, ann);
  await page.getByRole("link", { name: "Create user" }).click();
  await page.getByLabel("Name").fill("Bob");
  await page.getByLabel("E-mail address").fill("bob@example.com");
  await page.getByLabel("Password", { exact: true }).fill("Bob's long password");
  await page.getByLabel("Confirm password").fill("Bob's long password");
  await page.getByRole("button", { name: "Create user" }).click();
  t.equal(await page.getByRole("status").textContent(), "The user was created.");

  await page.getByLabel("Name or e-mail address").fill("BOB@");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL(/BOB/);
  t.equal(await page.locator("tbody tr").count(), 1);
  await page.getByRole("link", { name: "Bob" }).click();
  await page.getByLabel("Level").selectOption("3 · Supervisor");
  await page.getByLabel("Your own password").fill(ann.password);
  await page.getByRole("button", { name: "Save" }).click();
  t.equal(await page.getByRole("status").textContent(), "The user was changed.");
  t.equal(await page.getByLabel("Level").inputValue(), "3");

  await page.getByRole("link", { name: "Delete user" }).click();
  await page.getByRole("button", { name: "Delete user" }).click();
  t.equal(await page.getByRole("status").textContent(), "The user was deleted.");
  await page.waitForLoadState();
  t.equal(await page.getByRole("link", { name: "Bob" }).count(), 0);
  t.same(withoutFailedLoads(faults), []);
});

t.test("a user signs in and creates a key with the keyboard alone", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  const { page } = await openPage(t, browser, app.base);
  await page.goto(KEYS);
  await page.keyboard.press("Tab");
  t.equal(await page.evaluate("document.activeElement.textContent"), "Skip to the content");
  t.equal(
    await page.evaluate("getComputedStyle(document.activeElement).outlineStyle"),
    "solid",
    "the focus is visible",
  );
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type(ann.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(ann.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Manage API Keys" }).waitFor();
  await page.getByLabel("Name").focus();
  await page.keyboard.type("by hand");
  await page.keyboard.press("Enter");
  t.match(await page.locator("#key-1").textContent(), /^trip_/);
});

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`errors and new keys and links are accessible and fit a ${device}`, async (t) => {
    const app = await openApp(t);
    const ann = await createPerson(app, "Ann");
    const bob = await createPerson(app, "Bob");
    await setLevel(app, ann.id, 4);
    const { page, faults } = await openPage(t, browser, app.base, options);
    await page.goto(KEYS);
    await signIn(page, { ...ann, password: "not her password" });
    await page.getByRole("alert").waitFor();
    await checkPage(t, page, "sign-in-failed");
    await signIn(page, ann);
    await page.getByRole("heading", { name: "Manage API Keys" }).waitFor();
    await checkPage(t, page, "keys-none");
    await page.getByLabel("Name").fill("A key with quite a long name, which takes several lines in the list");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.locator("#key-1").waitFor();
    await checkPage(t, page, "keys-created");
    await page.goto(`/account/users/${bob.id}`);
    await page.getByLabel("E-mail address").fill("bob@localhost");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    await checkPage(t, page, "user-invalid");
    await page.goto("/account/profile/email");
    await page.getByLabel("New e-mail address").fill("ann@localhost");
    await page.getByLabel("Current password").fill("not her password");
    await page.getByRole("button", { name: "Change e-mail address" }).click();
    await page.getByRole("alert").waitFor();
    await checkPage(t, page, "profile-email-invalid");
    await page.goto("/account/data/delete");
    await page.getByLabel("Current password").fill("not her password");
    await page.getByLabel("Delete my account").check();
    await page.getByRole("button", { name: "Delete your account" }).click();
    await page.getByRole("alert").waitFor();
    await checkPage(t, page, "data-delete-invalid");
    await page.goto(`/account/users/${bob.id}/reset-link`);
    await page.getByLabel("Your own password").fill(ann.password);
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByRole("status").waitFor();
    await checkPage(t, page, "reset-link-created");
    t.same(withoutFailedLoads(faults), []);
  });
}

const VIEWPORTS = {
  ...DEVICES,
  tablet: { viewport: { width: 768, height: 1024 } },
  laptop: { viewport: { width: 962, height: 900 } },
};

for (const [device, options] of Object.entries(VIEWPORTS)) {
  t.test(`long names and addresses break no words of up to 20 characters on a ${device}`, async (t) => {
    const app = await openApp(t);
    const { database, clock } = app.context;
    const [ann, bob, eve] = [
      await createPerson(app, "Ann"),
      await createPerson(app, "Bob"),
      await createPerson(app, "Eve"),
    ];
    await setLevel(app, ann.id, 4);
    await accounts.update(database, clock, ann.id, { name: "Annabelle Featherstonehaugh" });
    await accounts.update(database, clock, bob.id, { name: "x".repeat(255) });
    await accounts.update(database, clock, eve.id, { email: `${"y".repeat(243)}@example.com` });
    for (const name of ["Nightly synchronisation", "z".repeat(100)]) await createKey(app, ann.id, name);
    const headers = { "user-agent": "w".repeat(500), referer: `https://example.com/${"v".repeat(500)}` };
    await app.send("POST", "/api/user/login", { headers, body: { email: ann.email, password: ann.password } });
    const key = await apiKeys.create(database, clock, ann.id, { name: "Backup", expiresAt: clock() + 1_000_000 });
    await app.send("GET", "/api/v1/users.json", { key });
    await database
      .updateTable("logins")
      .set({ ip_address: "2001:0db8:85a3:0000:0000:8a2e:0370:7334" })
      .where("account_id", "=", bob.id)
      .execute();
    const { page } = await openPage(t, browser, app.base, options);
    await page.goto(KEYS);
    await signIn(page, ann);
    await page.getByRole("heading", { name: "Manage API Keys" }).waitFor();
    for (const path of ["/account/users", KEYS, `/account/users/${ann.id}`, `/account/users/${bob.id}`]) {
      await page.goto(path);
      await takeScreenshot(t, page, path);
      t.same(await page.evaluate(BROKEN_WORDS), [], `${path}: no word is broken`);
      t.ok(await fitsInWidth(page), `${path}: no horizontal scrolling`);
    }
  });
}

t.test("the accessibility check finds violations", async (t) => {
  const { page } = await openPage(t, browser, "http://127.0.0.1");
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><img src="data:,"></main></html>');
  t.same(await violationsOn(page), [["image-alt", '<img src="data:,">']]);
});

/**
 * Runs in the browser: returns the words of at most 20 characters that are broken across lines.
 * Words end at spaces and hyphens.
 */
const BROKEN_WORDS = `(() => {
  const words = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s\\u00a0-]+/g)) {
      const range = new Range();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (word.length <= 20 && lines.size > 1) words.push(word);
    }
  }
  return words;
})()`;
