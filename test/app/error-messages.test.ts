import t from "tap";
import { checkerOf } from "#contract/request/validation";
import { failureOf } from "#contract/test/failures";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp } from "../support/app.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";
import { EVE, USERS } from "../support/users.ts";

t.test("error messages describe in words what a pattern requires", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const key = await createKey(app, ann.id);
  const auth = { headers: { authorization: `Bearer ${key}` } };

  t.match(await app.send("GET", "/api/products/unknown"), {
    status: 400,
    body: {
      error: "The request is not valid: /id must be 24 lower-case hexadecimal digits.",
      details: [{ path: "/id", message: "must be 24 lower-case hexadecimal digits" }],
    },
  });
  t.match(await app.send("POST", USERS, { key, body: { ...EVE, name: " " } }), {
    status: 422,
    body: { status: { errors: { name: ["must not be blank or hold a NUL character"] } } },
  });
  t.match(await app.send("POST", "/rest/v1/raindrop", { ...auth, body: { link: "ftp://example.com" } }), {
    status: 400,
    body: { errorMessage: "The body is not valid: /link must be an http or https address." },
  });
  t.match(await app.send("GET", "/rest/v1/cover/unknown"), {
    status: 400,
    body: { errorMessage: "The request is not valid: /picture has the wrong format." },
  });
});

t.test("web forms describe in words what a pattern requires", async (t) => {
  const check = checkerOf(loadContract("users"), "UserInput");
  const failure = await failureOf(Promise.resolve({ ...EVE, name: "\0" }).then(check));
  t.match(failure, {
    message: "Please correct the fields below.",
    details: [{ path: "/name", message: "must not be blank or hold a NUL character" }],
  });
});
