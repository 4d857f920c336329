import { createHmac } from "node:crypto";
import t from "tap";
import { assertNoSecrets, trackBodySecrets, trackHeaderSecrets, trackSecrets } from "../../harness/canary.ts";
import { newKey } from "../../src/accounts/api-key.ts";
import { DUMMY_HASH } from "../../src/accounts/login/passwords.ts";

t.test("assertNoSecrets finds recorded secrets, and finds keys, tokens and hashes by their format", async (t) => {
  const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${createHmac("sha256", "x").digest("base64url")}`;
  trackSecrets("a secret of the canary test");
  trackBodySecrets({ email: "canary@example.com", password: "Ann's long password" });
  trackHeaderSecrets(new Headers({ cookie: `triptych_session=${"s".repeat(43)}; other=short` }));
  trackHeaderSecrets(new Headers({ "x-auth-token": "junk that was sent as a key" }));
  const secrets = [
    newKey(),
    token,
    DUMMY_HASH,
    "a secret of the canary test",
    "Ann's long password",
    "s".repeat(43),
    "junk that was sent as a key",
  ];
  for (const secret of secrets)
    t.throws(() => assertNoSecrets(`{"msg":"… ${secret} …"}`), { message: /contains secrets/ }, secret);
  t.doesNotThrow(() =>
    assertNoSecrets('{"msg":"request completed","path":"/account/sign-in","email":"canary@example.com"}'),
  );
});
