import t from "tap";
import { checkerOf } from "../src/request/validation.ts";
import { failureOf } from "./support/failures.ts";
import { petContract, servePets } from "./support/pets.ts";

/** Patterns of names, and what the error messages say of a name that does not match. */
const PATTERNS = [
  ["^[^\\u0000]*$", "\0", "must not hold a NUL character"],
  ["^\\s*[^\\s\\u0000][^\\u0000]*$", " ", "must not be blank or hold a NUL character"],
  ["^[!-~]([ -~]*[!-~])?$", "ä", "must be printable ASCII"],
  ["^[0-9a-f]{24}$", "Rex", "must be 24 lower-case hexadecimal digits"],
  ["^Rex$", "Fido", "has the wrong format"],
] as const;

/** The pet contract with another pattern of names. */
function contractWith(pattern: string) {
  const written = "pattern: '^[^\\u0000]*$'";
  return petContract((yaml) => {
    if (!yaml.includes(written)) throw new Error(`The contract has no ${written}.`);
    return yaml.replace(written, () => `pattern: '${pattern}'`);
  });
}

interface Body {
  readonly wrong: string;
  readonly details: readonly { readonly path: string }[];
}

t.test("messages say which parameter is wrong, where the service says so", async (t) => {
  const parameters = `parameters:
        - { name: If-Match, in: header, required: true, schema: { type: string } }
        - { name: tags, in: query, schema: { type: array, items: { type: string, maxLength: 2 } } }`;
  const id = "operationId: deleteDog\n      ";
  const contract = petContract((yaml) =>
    yaml
      .replace(`${id}security: []\n      parameters: [`, `${id}security: []\n      ${parameters}\n        - `)
      .replace(
        "schema: { type: integer } }]\n      responses: *written\n# Resp",
        "schema: { type: integer } }\n      responses: *written\n# Resp",
      ),
  );
  const messagesOf = async (namesParameters: boolean) => {
    const { base } = await servePets(t, { change: { contract, namesParameters } });
    const message = async (path: string, headers: Record<string, string> = { "if-match": "*" }) => {
      const response = await fetch(`${base}/pets/dogs${path}`, {
        method: path.startsWith("/") ? "DELETE" : "GET",
        headers,
      });
      const { wrong, details }: Body = JSON.parse(await response.text());
      return [wrong, details[0]?.path];
    };
    return [await message("?limit=30"), await message("/x"), await message("/1", {}), await message("/1?tags=a,abc")];
  };
  t.same(await messagesOf(false), [
    ["The request is not valid: /limit must be <= 10.", "/limit"],
    ["The request is not valid: /id must be integer.", "/id"],
    ["The request is not valid: /if-match is required.", "/if-match"],
    ["The request is not valid: /tags/1 must have at most 2 characters.", "/tags/1"],
  ]);
  t.same(await messagesOf(true), [
    ["The request is not valid: the query parameter limit must be <= 10.", "/limit"],
    ["The request is not valid: the path parameter id must be integer.", "/id"],
    ["The request is not valid: the header If-Match is required.", "/if-match"],
    ["The request is not valid: the query parameter tags/1 must have at most 2 characters.", "/tags/1"],
  ]);
});

for (const [pattern, name, message] of PATTERNS) {
  t.test(`a name ${message}`, async (t) => {
    const contract = contractWith(pattern);
    const { base } = await servePets(t, { change: { contract } });
    const response = await fetch(`${base}/pets/dogs`, {
      method: "POST",
      headers: { "content-type": "application/json", "pet-key": "sesame" },
      body: JSON.stringify({ name, weight: 1 }),
    });
    t.match(
      [response.status, await response.json()],
      [400, { wrong: `The body is not valid: /name ${message}.`, details: [{ path: "/name", message }] }],
    );

    // What is no request, such as a web form, is checked with the same schema.
    const check = checkerOf(contract, "NewDog");
    t.match(await failureOf(Promise.resolve({ name, weight: 1 }).then(check)), {
      message: "Please correct the fields below.",
      details: [{ path: "/name", message }],
    });
  });
}
