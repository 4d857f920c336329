import { createHmac } from "node:crypto";
import t from "tap";
import { newKey } from "../../src/accounts/api-key.ts";
import { DUMMY_HASH } from "../../src/accounts/passwords.ts";
import { assertNoSecrets, remember, rememberBody, rememberHeaders } from "../support/canary.ts";

t.test("assertNoSecrets finds recorded secrets, and keys, tokens and hashes by their format", async (t) => {
  const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${createHmac("sha256", "x").digest("base64url")}`;
  remember("a secret of the canary test");
  rememberBody({ email: "ann@example.com", password: "Ann's long password" });
  rememberHeaders(new Headers({ cookie: `triptych_session=${"s".repeat(43)}; other=short` }));
  rememberHeaders(new Headers({ "x-auth-token": "junk that was sent as a key" }));
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
    assertNoSecrets('{"msg":"request completed","path":"/account/sign-in","email":"ann@example.com"}'),
  );
});
