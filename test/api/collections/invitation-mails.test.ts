import t, { type Test } from "tap";
import { pathIn } from "../../support/mailing-app.ts";
import { openRecipes } from "../../support/shared-pages.ts";
import { openSmtpServer } from "../../support/smtp.ts";

/** Ann's collection on a server that sends mail, and a function that invites through the API. */
async function openMailingRecipes(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const smtp = await openSmtpServer(t);
  const opened = await openRecipes(t, { ...smtp.settings, ...settings });
  const { app, ann, recipes } = opened;
  return {
    ...opened,
    async mails() {
      await app.context.outbox?.settled();
      return smtp.mails;
    },
    share: (emails: readonly string[], role = "viewer") =>
      ann.request("POST", `/collection/${recipes}/sharing`, { role, emails }),
  };
}

t.test("shareCollection: mails each address a link that one person can use", async (t) => {
  const { ann, bob, recipes, mails, share, bobsBrowser } = await openMailingRecipes(t);
  const { status, body } = await share([bob.email, "dan@example.com", "DAN@example.com"], "member");
  t.equal(status, 200);
  const sent = await mails();
  t.same(sent.map(({ to }) => to).sort(), [["DAN@example.com"], [bob.email]].sort());
  const mail = sent.find(({ to }) => to.includes(bob.email));
  t.equal(mail?.headers.get("subject"), "Invitation to a collection of bookmarks");
  t.match(mail?.text, "You may read and change it.");
  t.notMatch(mail?.text, /Ann|Recipes/, "no mail has a text that somebody chose");
  const path = pathIn(mail?.text);
  t.not(path, pathIn(JSON.stringify(body).replaceAll('"', " ")), "the link of the response is another one");
  t.match((await bobsBrowser.get(path)).text, "Recipes");
  t.equal((await bobsBrowser.post(path)).status, 303);
  t.equal((await bob.request("GET", `/collection/${recipes}`)).status, 200);
  t.equal((await bobsBrowser.get(path)).status, 400, "it was used");
  t.equal((await ann.request("GET", `/collection/${recipes}/sharing`)).status, 200);
});

t.test("shareCollection: sends no mail without addresses, nor for an invitation that is rejected", async (t) => {
  const { ann, bob, recipes, mails, share } = await openMailingRecipes(t);
  await ann.call("POST", `/collection/${recipes}/sharing`, { role: "viewer" });
  t.equal((await share([])).status, 400);
  t.equal(
    (await bob.request("POST", `/collection/${recipes}/sharing`, { role: "viewer", emails: ["x@example.com"] })).status,
    404,
  );
  t.same(await mails(), []);
});

t.test("shareCollection: counts mails by network and address; the invitations beyond that stay valid", async (t) => {
  const { app, mails, share } = await openMailingRecipes(t, { MAILS_PER_HOUR: "3" });
  for (let count = 1; count <= 2; count++) t.equal((await share(["dan@example.com", "eve@example.com"])).status, 200);
  t.equal((await mails()).length, 3);
  const { database, clock } = app.context;
  const stored = database.selectFrom("invitations").select("email").where("expires_at", ">", clock());
  t.equal((await stored.where("email", "is not", null).execute()).length, 2);
});
