import t, { type Test } from "tap";
import { openApp } from "../../support/app.ts";
import { openTestDatabase } from "../../support/databases.ts";
import { registrationOf } from "../../support/people.ts";

const HOUR = 60 * 60 * 1000;

/** A server that allows two registrations per hour and network. `X-Forwarded-For` sets the network. */
async function openLimited(t: Test, database = openTestDatabase(t)) {
  const settings = { REGISTRATIONS_PER_HOUR: "2", TRUST_PROXY: "127.0.0.1" };
  const app = await openApp(t, settings, { database: await database });
  const register = async (name: string, address = "192.0.2.1", more = {}) =>
    app.send("POST", "/api/user/register", {
      headers: { "x-forwarded-for": address },
      body: { ...registrationOf(name), ...more },
    });
  return { ...app, register };
}

t.test("registerUser: registrations count per network, including those with a taken e-mail address", async (t) => {
  const { register, advanceClock } = await openLimited(t);
  t.equal((await register("Ann")).status, 201);
  t.equal((await register("Ann")).status, 409);
  const limited = await register("Bob");
  t.match(limited, {
    status: 429,
    body: { error: "Too many registrations from your network. Try again in 3600 seconds." },
  });
  t.equal(limited.headers.get("retry-after"), "3600");
  t.equal((await register("Bob", "192.0.2.2")).status, 201, "another network");
  advanceClock(HOUR - 1);
  t.match(await register("Cy"), { status: 429, body: { error: /Try again in 1 second\.$/ } });
  advanceClock(1);
  t.equal((await register("Cy")).status, 201, "the next hour");
});

t.test("registerUser: invalid registrations do not count", async (t) => {
  const { register } = await openLimited(t);
  for (let times = 0; times < 5; times++) t.equal((await register("Ann", "192.0.2.1", { email: 1 })).status, 400);
  t.equal((await register("Ann")).status, 201);
});

t.test("registerUser: registrations still count after a restart or a crash", async (t) => {
  const database = openTestDatabase(t);
  const first = await openLimited(t, database);
  t.equal((await first.register("Ann")).status, 201);
  t.equal((await first.register("Bob")).status, 201);
  // The first server is not closed, so this is also the state after a crash.
  const second = await openLimited(t, database);
  t.equal((await second.register("Cy")).status, 429);
});
