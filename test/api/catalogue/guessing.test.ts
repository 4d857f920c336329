import t, { type Test } from "tap";
import { openApp } from "../../support/app.ts";
import { createPerson, logIn } from "../../support/people.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const HOME = "192.0.2.1";
const WORK = "192.0.2.2";

/** A server with Ann, who logged in at home, and functions to log in or guess from any IP address. */
async function openGuessing(t: Test) {
  const app = await openApp(t, { TRUST_PROXY: "127.0.0.1" });
  const person = await createPerson(app, "Ann");
  const attempt = (address: string, email: string, password: string) =>
    app.send("POST", "/api/user/login", { body: { email, password }, headers: { "x-forwarded-for": address } });
  const logInFrom = async (address: string) => (await attempt(address, person.email, person.password)).status;
  const guessFrom = async (address: string, email = person.email) =>
    (await attempt(address, email, "a wrong guess")).status;
  /** Ten guesses, each from another network. */
  const guessFromTenNetworks = async (email = person.email) => {
    const statuses: number[] = [];
    for (let host = 0; host < 10; host++) statuses.push(await guessFrom(`198.51.100.${host}`, email));
    return statuses;
  };
  t.equal(await logInFrom(HOME), 200);
  return { ...app, logInFrom, guessFrom, guessFromTenNetworks };
}

t.test("loginUser: guesses from other networks do not lock the owner out", async (t) => {
  const { logInFrom, guessFromTenNetworks } = await openGuessing(t);
  t.same(await guessFromTenNetworks(), [401, 401, 401, 401, 401, 429, 429, 429, 429, 429]);
  t.equal(await logInFrom(HOME), 200);
  t.equal(await logInFrom(WORK), 429, "a network that the owner never used waits like those of strangers");
});

t.test("loginUser: a login from a known network does not allow strangers more guesses", async (t) => {
  const { logInFrom, guessFromTenNetworks, guessFrom } = await openGuessing(t);
  await guessFromTenNetworks();
  t.equal(await logInFrom(HOME), 200);
  t.equal(await guessFrom("198.51.100.99"), 429);
});

t.test("loginUser: a known network is slowed down by its own failures", async (t) => {
  const { logInFrom, guessFrom, advanceClock } = await openGuessing(t);
  for (let failures = 0; failures < 5; failures++) t.equal(await guessFrom(HOME), 401);
  t.equal(await logInFrom(HOME), 429);
  t.equal(await guessFrom("198.51.100.1"), 401, "other networks are not slowed down");
  advanceClock(1_000);
  t.equal(await logInFrom(HOME), 200);
  t.equal(await guessFrom(HOME), 401, "the login cleared the failures");
});

t.test("loginUser: a network is known for 30 days after the last login", async (t) => {
  const { logInFrom, guessFromTenNetworks, advanceClock } = await openGuessing(t);
  advanceClock(29 * DAY_MS);
  await guessFromTenNetworks();
  t.equal(await logInFrom(HOME), 200);
  advanceClock(30 * DAY_MS);
  await guessFromTenNetworks();
  t.equal(await logInFrom(HOME), 429);
});

t.test("loginUser: responds alike to guesses for an unknown and for a known e-mail address", async (t) => {
  const { guessFrom, guessFromTenNetworks, advanceClock } = await openGuessing(t);
  const statusesFor = async (email: string) => {
    const statuses = await guessFromTenNetworks(email);
    advanceClock(1_000);
    return [...statuses, await guessFrom("198.51.100.99", email), await guessFrom("198.51.100.98", email)];
  };
  t.same(await statusesFor("nobody@example.com"), await statusesFor("ann@example.com"));
});

t.test("loginUser: failures recorded while the clock was ahead delay no login afterwards", async (t) => {
  const { logInFrom, guessFrom, guessFromTenNetworks, advanceClock } = await openGuessing(t);
  advanceClock(400 * DAY_MS);
  await guessFromTenNetworks();
  for (let failures = 0; failures < 20; failures++) await guessFrom(WORK, `${failures}@example.com`);
  t.equal(await logInFrom(WORK), 429);
  advanceClock(-400 * DAY_MS);
  t.equal(await logInFrom(WORK), 200);
});

t.test("loginUser: a network used only while the clock was ahead is not known afterwards", async (t) => {
  const { logInFrom, guessFromTenNetworks, advanceClock } = await openGuessing(t);
  advanceClock(400 * DAY_MS);
  t.equal(await logInFrom(WORK), 200);
  advanceClock(-400 * DAY_MS);
  await guessFromTenNetworks();
  t.equal(await logInFrom(WORK), 429);
  t.equal(await logInFrom(HOME), 200);
});

t.test("a token issued while the clock was ahead is not valid afterwards; earlier and later tokens are", async (t) => {
  const app = await openApp(t);
  const before = await createPerson(app, "Ann");
  const use = async (token: string) => (await app.send("GET", "/api/products", { token })).status;
  app.advanceClock(400 * DAY_MS);
  t.equal(await use(before.token), 401, "expired");
  const meanwhile = await logIn(app.send, before);
  t.equal(await use(meanwhile), 200);
  app.advanceClock(-400 * DAY_MS);
  t.equal(await use(meanwhile), 401);
  t.equal(await use(before.token), 200);
  t.equal(await use(await logIn(app.send, before)), 200);
});

t.test("a token stays valid when the clock is set back by a minute", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  app.advanceClock(-60_000);
  t.equal((await app.send("GET", "/api/products", { token })).status, 200);
});
