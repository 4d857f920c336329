import t from "tap";
import { createPerson } from "../support/people.ts";
import { hasReviewedContent } from "../support/reviewed-html.ts";
import { invite, openRecipes } from "../support/shared-pages.ts";
import { share } from "../support/shares.ts";

/** Replaces the tokens of invitations, which differ in every run. */
const withoutTokens = (text: string) => text.replaceAll(/(join(?:\/|%2F))[0-9a-f]{8}-[0-9a-f-]{27}/g, "$1…");

t.test("the HTML of the page of an invitation", async (t) => {
  const { ann, recipes, annsBrowser, bobsBrowser, stranger } = await openRecipes(t);
  const { token } = await invite(ann, recipes, "member");
  const path = `/join/${token}`;
  hasReviewedContent(t, "join-signed-out", withoutTokens((await stranger.get(path)).text));
  hasReviewedContent(t, "join", withoutTokens((await bobsBrowser.get(path)).text));
  hasReviewedContent(t, "join-own", withoutTokens((await annsBrowser.get(path)).text));
  await bobsBrowser.post(path);
  hasReviewedContent(t, "join-joined", withoutTokens((await bobsBrowser.get(path)).text));
  hasReviewedContent(t, "join-invalid", (await bobsBrowser.get("/join/x")).text);
});

t.test("the HTML of the pages of sharing", async (t) => {
  const { app, ann, bob, recipes, sharing, annsBrowser, bobsBrowser, shareWithBob } = await openRecipes(t);
  await app.context.database.updateTable("accounts").set({ email_confirmed_at: 1 }).execute();
  hasReviewedContent(t, "sharing-nobody", (await annsBrowser.get(sharing)).text);
  hasReviewedContent(t, "shared-none", (await bobsBrowser.get("/bookmarks/shared")).text);
  await shareWithBob("viewer");
  await invite(ann, recipes, "viewer", ["dan@example.com"]);
  const { _id: soups } = await ann.addCollection("Soups");
  const { _id: nested } = await ann.addCollection("Desserts", recipes);
  await invite(ann, soups, "member", [bob.email]);
  hasReviewedContent(t, "sharing", withoutTokens((await annsBrowser.get(sharing)).text));
  hasReviewedContent(t, "sharing-end", (await annsBrowser.get(`${sharing}/end`)).text);
  hasReviewedContent(t, "sharing-viewer", (await bobsBrowser.get(sharing)).text);
  hasReviewedContent(t, "sharing-leave", (await bobsBrowser.get(`${sharing}/end`)).text);
  await share(app, nested, bob.id, "member");
  await share(app, nested, (await createPerson(app, "Eve")).id, "viewer");
  hasReviewedContent(t, "sharing-nested", withoutTokens((await annsBrowser.get(sharing)).text));
  hasReviewedContent(t, "shared", withoutTokens((await bobsBrowser.get("/bookmarks/shared")).text));
});
