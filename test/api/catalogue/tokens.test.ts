import { createHmac } from "node:crypto";
import t from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { openApp } from "../../support/app.ts";
import { createPerson, logIn } from "../../support/people.ts";
import { claimsIn } from "./fields.ts";

t.test("a token is valid until it expires", async (t) => {
  const app = await openApp(t, { TOKEN_LIFETIME: "3600" });
  const { token } = await createPerson(app, "Ann");
  const use = async (given?: string) =>
    app.send("POST", "/api/products", { token: given, body: { name: "x", price: 1 } });
  t.equal((await use(token)).status, 201);
  t.match(await use(), { status: 401, body: { error: "Access Denied" } });
  app.advanceClock(3_599_000);
  t.equal((await use(token)).status, 201);
  app.advanceClock(1_000);
  t.match(await use(token), { status: 401, body: { error: "Token is not valid" } });
});

t.test("every operation returns 401 for an invalid token, also where none is required", async (t) => {
  const app = await openApp(t);
  const other = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const foreign = (await createPerson(other, "Ann")).token;
  const use = { token, body: { name: "x", price: 1 } };
  t.equal((await app.send("POST", "/api/products", use)).status, 201, "the valid token, which is cached from now on");
  const [head = "", claims = "", signature = ""] = token.split(".");
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  const invalid = [
    "",
    "junk",
    "a.b.c",
    foreign,
    `${head}.${claims}`,
    `${head}.${claims}.`,
    `${none}.${claims}.`,
    `${none}.${claims}.${signature}`,
    `${head}.${claims}.${signature}x`,
    `Bearer ${token}`,
    "a token of 8,000 bytes".padEnd(8_000, "."),
  ];
  const operations: [string, string][] = [
    ["POST", "/api/user/register"],
    ["POST", "/api/user/login"],
    ["GET", "/api/products"],
    ["POST", "/api/products"],
    ["GET", `/api/products/${"0".repeat(24)}`],
    ["PUT", `/api/products/${"0".repeat(24)}`],
    ["DELETE", `/api/products/${"0".repeat(24)}`],
  ];
  for (const [method, path] of operations) {
    for (const wrong of invalid) {
      t.match(
        await app.send(method, path, { token: wrong }),
        { status: 401, body: { error: "Token is not valid" } },
        `${method} ${path} ${wrong.slice(0, 20)}`,
      );
    }
  }
});

t.test("a token is valid only with the algorithm, issuer, audience and claims that the server issues", async (t) => {
  const app = await openApp(t);
  const good = claimsIn((await createPerson(app, "Ann")).token);
  const use = async (claims: object, alg = "HS256") => {
    const [head, body] = [{ alg, typ: "JWT" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const signature = createHmac(`sha${alg.slice(2)}`, app.context.subkeys.tokens.key)
      .update(`${head}.${body}`)
      .digest("base64url");
    return (await app.send("GET", "/api/products", { token: `${head}.${body}.${signature}` })).status;
  };
  t.equal(await use(good), 200);
  t.equal(await use(good, "HS512"), 401);
  t.equal(await use(good, "HS384"), 401);
  for (const claim of Object.keys(good)) t.equal(await use({ ...good, [claim]: undefined }), 401, `without ${claim}`);
  t.equal(await use({ ...good, iss: "others" }), 401);
  t.equal(await use({ ...good, aud: "others" }), 401);
  for (const sub of ["0", "-1", "1e0", " 1", "9007199254740993", "1 or 1=1", 1, null]) {
    t.equal(await use({ ...good, sub }), 401, `sub ${JSON.stringify(sub)}`);
  }
});

t.test("a token is invalid while its account's columns, set directly, mark it as inactive or deleted", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const use = async () => (await app.send("GET", "/api/products", { token })).status;
  // Unlike `accounts.update` and `accounts.remove`, this does not invalidate the token for good.
  const set = (columns: { active?: 0 | 1; deleted_at?: number | null }) =>
    app.context.database.updateTable("accounts").set(columns).execute();
  await set({ active: 0 });
  t.equal(await use(), 401);
  await set({ active: 1, deleted_at: 1 });
  t.equal(await use(), 401);
  await set({ deleted_at: null });
  t.equal(await use(), 200);
});

t.test("a new password, deactivation and removal of the account invalidate its tokens at once", async (t) => {
  const app = await openApp(t);
  const { database, clock } = app.context;
  const use = async (token: string) => (await app.send("GET", "/api/products", { token })).status;
  const [ann, bob, eve] = [
    await createPerson(app, "Ann"),
    await createPerson(app, "Bob"),
    await createPerson(app, "Eve"),
  ];
  t.same([await use(ann.token), await use(bob.token), await use(eve.token)], [200, 200, 200]);

  await accounts.update(database, clock, ann.id, { password: "another long password" });
  await accounts.update(database, clock, bob.id, { active: false });
  await accounts.remove(database, clock, eve.id);
  t.same([await use(ann.token), await use(bob.token), await use(eve.token)], [401, 401, 401]);

  await accounts.update(database, clock, bob.id, { active: true });
  t.equal(await use(bob.token), 401, "reactivation does not make a token valid again");
  t.equal(await use(await logIn(app.send, bob)), 200);
});
