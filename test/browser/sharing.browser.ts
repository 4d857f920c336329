import type { Page } from "playwright-core";
import t from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { DEVICES, openBookmarks, openBrowser, openPage, signIn, withoutFailedLoads } from "../support/browser.ts";
import { checkPage } from "../support/page-checks.ts";
import { invite, openRecipes } from "../support/shared-pages.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

const headingOf = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with" : "without";
  t.test(`Ann shares a collection with Bob, who joins and leaves, ${how} JavaScript`, async (t) => {
    const { app, ann, bob, sharing } = await openRecipes(t);
    const { page: anns, faults } = await openPage(t, browser, app.base, { javaScriptEnabled });
    const { page: bobs, faults: more } = await openPage(t, browser, app.base, { javaScriptEnabled });
    await anns.goto(sharing);
    await signIn(anns, ann);
    t.equal(await headingOf(anns), "People with access to Recipes");
    await anns.getByLabel("Role of those who join").selectOption({ index: 1 });
    await anns.getByRole("button", { name: "Create link" }).click();
    await anns.getByRole("status").waitFor();
    await anns.waitForLoadState();
    t.equal(await anns.getByRole("button", { name: "Copy link" }).count(), javaScriptEnabled ? 1 : 0);
    const link = (await anns.locator(".copy code").textContent()) ?? "";
    const path = new URL(link).pathname;
    trackSecrets(path.slice("/join/".length));

    await bobs.goto(path);
    await bobs.getByRole("link", { name: "Sign in to join" }).click();
    await signIn(bobs, bob);
    await bobs.getByRole("button", { name: "Join" }).click();
    await bobs.waitForURL(/\/bookmarks\/\d+/);

    await anns.reload();
    await anns.getByLabel("Role of Bob").selectOption("viewer");
    await anns.getByRole("button", { name: "Save role Bob" }).click();
    t.match(await anns.getByRole("status").textContent(), "The role was changed.");
    await bobs.goto("/bookmarks/shared");
    await bobs.getByRole("link", { name: "Leave Recipes" }).click();
    await bobs.getByRole("button", { name: "Leave the collection" }).click();
    t.equal(await bobs.getByRole("status").textContent(), "You have left the collection.");
    await anns.reload();
    t.equal(await anns.getByLabel("Role of Bob").count(), 0);
    t.same(
      [...faults, ...more].filter((fault) => !fault.includes("status of 404")),
      [],
    );
  });
}

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`invitations and wrong addresses are accessible and fit a ${device}`, async (t) => {
    const { app, ann, bob, recipes, sharing, shareWithBob } = await openRecipes(t);
    // Only people with a confirmed address see invitations to it.
    await app.context.database.updateTable("accounts").set({ email_confirmed_at: 1 }).execute();
    await shareWithBob("viewer");
    await invite(ann, recipes, "member", ["dan@example.com", `${"e".repeat(60)}@example.com`]);
    const { _id: soups } = await ann.addCollection("Soups");
    await invite(ann, soups, "viewer", [bob.email]);
    const { page, faults } = await openPage(t, browser, app.base, options);
    const { page: bobs } = await openPage(t, browser, app.base, options);
    await bobs.goto("/bookmarks/shared");
    await signIn(bobs, bob);
    await bobs.getByRole("link", { name: "Soups" }).waitFor();
    await checkPage(t, bobs, "shared");
    await page.goto(sharing);
    await signIn(page, ann);
    await page.getByLabel("E-mail addresses").fill("nobody");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByRole("alert").waitFor();
    await checkPage(t, page, "sharing-invalid");
    t.same(withoutFailedLoads(faults), []);
  });
}

for (const javaScriptEnabled of [true, false]) {
  t.test(`invitations are answered ${javaScriptEnabled ? "with" : "without"} JavaScript`, async (t) => {
    const { app, ann, bob, recipes } = await openRecipes(t);
    await app.context.database.updateTable("accounts").set({ email_confirmed_at: 1 }).execute();
    const { _id: soups } = await ann.addCollection("Soups");
    for (const id of [recipes, soups]) await invite(ann, id, "member", [bob.email]);
    const { page, faults } = await openPage(t, browser, app.base, { javaScriptEnabled });
    await openBookmarks(page, bob);
    await page.goto("/bookmarks/shared");
    await page.getByRole("button", { name: "Decline Soups" }).click();
    t.equal(await page.getByRole("status").textContent(), "You have declined the invitation.");
    await page.getByRole("button", { name: "Accept Recipes" }).click();
    await page.getByText("You have joined the collection.").waitFor();
    t.match(page.url(), `/bookmarks/${recipes}`);
    t.equal((await bob.request("GET", `/collection/${recipes}`)).status, 200);
    t.not((await bob.request("GET", `/collection/${soups}`)).status, 200);
    t.same(faults, []);
  });
}
