import { createHash, createHmac } from "node:crypto";
import Csrf from "@fastify/csrf";
import t, { type Test } from "tap";
import { openPageClient } from "../../harness/page-client.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import { insertAccount } from "../support/accounts.ts";
import { openSeparateDatabase, temporaryDatabaseUrl } from "../support/databases.ts";
import { openLibrary } from "../support/library.ts";
import { registrationOf } from "../support/people.ts";

const SECRET = "the secret of a server that has it since before it had subkeys";
const NOW = Date.UTC(2026, 0, 1, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text);

/** A login token for Ann that is valid for a week. */
function tokenWith(key: string, accountId: number): string {
  const iat = Math.floor(NOW / 1000) - 60;
  const exp = iat + 7 * 24 * 60 * 60;
  const claims = { sub: String(accountId), iat, exp, jti: "1", ver: 1, iss: "triptych", aud: "triptych" };
  const toText = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${toText({ alg: "HS256", typ: "JWT" })}.${toText(claims)}`;
  return `${signed}.${hmac(key, signed).digest("base64url")}`;
}

/** A server with the secret. `isUpgraded`: it had accounts when migration 0038 was applied. */
async function open(t: Test, { isUpgraded }: { readonly isUpgraded: boolean }) {
  const database = await openSeparateDatabase(t);
  const end = { name: "former-key-end", value: String(NOW + DAY_MS) };
  if (isUpgraded) await database.insertInto("secrets").values(end).execute();
  const library = await openLibrary(t, { TOKEN_SECRET: SECRET, TOKEN_LIFETIME: "604800" }, { database });
  const { app, ann } = library;
  const usesToken = async (key: string) =>
    (await app.send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${tokenWith(key, ann.id)}` } })).status;
  /** Signs in with a CSRF token that was made with a key. */
  const signsIn = async (key: string) => {
    const browser = openPageClient(app.base);
    await browser.get("/account/sign-in");
    const cookie = browser.jar.get("triptych_csrf") ?? "";
    const _csrf = new Csrf.Tokens({ hmacKey: key, userInfo: true }).create(cookie, "nobody");
    const { email, password } = registrationOf("Ann");
    return (await browser.post("/account/sign-in", { email, password, _csrf })).status;
  };
  return { ...library, usesToken, signsIn };
}

t.test("after an upgrade, tokens of the secret itself are valid for 24 hours", async (t) => {
  const { app, usesToken, signsIn } = await open(t, { isUpgraded: true });
  t.same([await usesToken(SECRET), await signsIn(SECRET)], [200, 303]);
  app.advanceClock(DAY_MS);
  t.same([await usesToken(SECRET), await signsIn(SECRET)], [401, 403]);
});

t.test("a new server accepts no tokens of the secret itself", async (t) => {
  const { usesToken, signsIn } = await open(t, { isUpgraded: false });
  t.same([await usesToken(SECRET), await signsIn(SECRET)], [401, 403]);
});

t.test("a key makes nothing that is valid for another purpose", async (t) => {
  const { app, usesToken, signsIn } = await open(t, { isUpgraded: true });
  const { tokens, csrf, invitations, idempotency, drafts } = app.context.subkeys;
  t.equal(new Set([SECRET, ...[tokens, csrf, invitations, idempotency, drafts].map(({ key }) => key)]).size, 6);
  t.same([await usesToken(tokens.key), await signsIn(csrf.key)], [200, 303]);
  for (const { key } of [csrf, invitations, idempotency, drafts]) t.equal(await usesToken(key), 401);
  for (const { key } of [tokens, invitations, idempotency, drafts]) t.equal(await signsIn(key), 403);
});

t.test("an invitation from before keeps its link, which is shown again", async (t) => {
  const { app, ann, bob } = await open(t, { isUpgraded: true });
  const { database } = app.context;
  const { _id: id } = await ann.addCollection("Recipes");
  const invite = async () => (await ann.call("POST", `/collection/${id}/sharing`, { role: "viewer" })).token;
  const created = await invite();
  const invitation = await database.selectFrom("invitations").select("id").executeTakeFirstOrThrow();
  const digits = hmac(SECRET, `invitation ${invitation.id}`).digest("hex");
  const former = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
  t.not(created, former);
  const token_hash = createHash("sha256").update(former).digest("base64url");
  await database.updateTable("invitations").set({ token_hash }).execute();
  app.advanceClock(2 * DAY_MS);
  t.equal(await invite(), former);
  t.match(await bob.request("POST", `/collection/${id}/join`, { token: former }), { status: 200 });
});

t.test("a request that was carried out before the upgrade is not repeated", async (t) => {
  const { app, ann } = await open(t, { isUpgraded: true });
  const { database } = app.context;
  const body = { link: "https://example.com/" };
  const send = () =>
    app.send("POST", "/rest/v1/raindrop", {
      headers: { authorization: `Bearer ${ann.token}`, "idempotency-key": "key-from-before" },
      body,
    });
  const first = await send();
  const stored = await database.selectFrom("stored_responses").selectAll().executeTakeFirstOrThrow();
  const validated = JSON.stringify(body);
  const fingerprintWith = (key: string) =>
    hmac(key, `idempotency\n/rest/v1/raindrop\n${validated}`).digest("base64url");
  t.equal(stored.fingerprint, fingerprintWith(app.context.subkeys.idempotency.key));
  await database
    .updateTable("stored_responses")
    .set({ fingerprint: fingerprintWith(SECRET) })
    .execute();
  const second = await send();
  t.same([second.body, second.headers.get("idempotent-replayed")], [first.body, "true"]);
  await database
    .updateTable("stored_responses")
    .set({ fingerprint: fingerprintWith("another key") })
    .execute();
  t.equal((await send()).status, 422);
});

t.test("0038-subkeys stores when former values end, if there are accounts", async (t) => {
  for (const accounts of [0, 1]) {
    const url = await temporaryDatabaseUrl(t);
    const database = openDatabase(url);
    t.teardown(() => database.destroy());
    await migrate(database, url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0038")));
    if (accounts > 0) await insertAccount(database);
    const before = Date.now();
    await migrate(database, url);
    const ends = await database.selectFrom("secrets").select("value").where("name", "=", "former-key-end").execute();
    t.equal(ends.length, accounts);
    for (const { value } of ends) t.ok(Number(value) >= before + DAY_MS && Number(value) <= Date.now() + DAY_MS);
  }
});
