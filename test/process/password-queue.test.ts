import t from "tap";
import { openApp } from "../support/app.ts";
import { createPerson, registrationOf } from "../support/people.ts";

t.test("logins are served while registrations from another network fill the password queue", async (t) => {
  const app = await openApp(t, { TRUST_PROXY: "127.0.0.1" });
  const { email, password } = await createPerson(app, "Ann");
  const full = Promise.withResolvers<void>();
  const register = async () => {
    const headers = { "x-forwarded-for": "198.51.100.1" };
    const { status } = await app.send("POST", "/api/user/register", { body: registrationOf("Ann"), headers });
    if (status === 503) full.resolve();
    return status;
  };
  const registrations = Array.from({ length: 400 }, register);
  await full.promise;
  const logins = Array.from({ length: 5 }, () => app.send("POST", "/api/user/login", { body: { email, password } }));
  for (const { status } of await Promise.all(logins)) t.equal(status, 200);
  t.same([...new Set(await Promise.all(registrations))].sort(), [409, 503]);
});
