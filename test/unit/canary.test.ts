import { createHmac } from "node:crypto";
import t from "tap";
import { newKey } from "../../src/accounts/api-key.ts";
import { DUMMY_HASH } from "../../src/accounts/passwords.ts";
import { refuseSecrets, remember, rememberBody, rememberHeaders } from "../support/canary.ts";

t.test("a secret in a log is found, whoever put it there", async (t) => {
  const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${createHmac("sha256", "x").digest("base64url")}`;
  remember("remembered secret");
  rememberBody({ email: "ann@example.com", password: "Ann's long password" });
  rememberHeaders(new Headers({ cookie: `triptych_session=${"s".repeat(43)}; other=short` }));
  rememberHeaders(new Headers({ "x-auth-token": "junk that was sent as a key" }));
  const secrets = [
    newKey(),
    token,
    DUMMY_HASH,
    "remembered secret",
    "Ann's long password",
    "s".repeat(43),
    "junk that was sent as a key",
  ];
  for (const secret of secrets)
    t.throws(() => refuseSecrets(`{"msg":"… ${secret} …"}`), { message: /gives secrets away/ }, secret);
  t.doesNotThrow(() =>
    refuseSecrets('{"msg":"request completed","path":"/account/sign-in","email":"ann@example.com"}'),
  );
});
