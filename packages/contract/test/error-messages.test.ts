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
