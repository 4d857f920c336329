import t from "tap";
import { signIn } from "../../harness/page-client.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import { createPerson, setLevel } from "../support/people.ts";
import { openRecipes } from "../support/shared-pages.ts";

t.test("an account leaves shared collections when its owner deletes it", async (t) => {
  const { app, ann, bob, recipes, bobsBrowser, shareWithBob } = await openRecipes(t);
  await shareWithBob("member");
  t.match((await ann.call("GET", `/collection/${recipes}`)).item, { collaborators: {} });
  await bobsBrowser.get("/account/data");
  const deleted = await bobsBrowser.post("/account/data/delete", { current_password: bob.password, confirm: "1" });
  t.equal(deleted.status, 303);
  t.same(await app.context.database.selectFrom("collaborators").select("account_id").execute(), []);
  t.equal((await ann.call("GET", `/collection/${recipes}`)).item.collaborators, undefined);
});

t.test("an account leaves shared collections when an administrator deletes it", async (t) => {
  const { app, bob, shareWithBob } = await openRecipes(t);
  await shareWithBob("viewer");
  const ada = await createPerson(app, "Ada");
  await setLevel(app, ada.id, 4);
  const browser = await signIn(app.base, ada);
  await browser.get(`/account/users/${bob.id}/delete`);
  t.equal((await browser.post(`/account/users/${bob.id}/delete`)).status, 303);
  t.same(await app.context.database.selectFrom("collaborators").select("account_id").execute(), []);
});

t.test("deactivating an account keeps its collections, and others keep theirs", async (t) => {
  const { app, ann, bob, shareWithBob } = await openRecipes(t);
  await shareWithBob("viewer");
  const { database, clock } = app.context;
  await accounts.update(database, clock, bob.id, { active: false });
  await accounts.remove(database, clock, ann.id);
  const rows = await database.selectFrom("collaborators").select("account_id").execute();
  t.same(rows, [{ account_id: bob.id }]);
});
