import Fastify from "fastify";
import t from "tap";
import { registerContract } from "../src/bind.ts";
import { PetHandlers, petBinding, petContract } from "./support/pets.ts";

const NAME = "name: { type: string, minLength: 1,";

/** The pets, of whose names new ones have other keywords. */
function withKeywords(keywords: string) {
  return petContract((yaml) => yaml.replace(NAME, `name: { ${keywords},`));
}

const REFUSED: readonly [keywords: string, problem: string][] = [
  ["type: string, minLenght: 1", "/properties/name/minLenght is no keyword of JSON Schema or OpenAPI 3.1"],
  ["type: text", "/properties/name/type is no type of JSON Schema"],
  ["type: string, minLength: '1'", "/properties/name/minLength must be 0 or more"],
  ["type: number, exclusiveMinimum: true", "/properties/name/exclusiveMinimum must be a number"],
  ["type: object, required: true", "/properties/name/required must be a list of names"],
  ["type: array, items: [{ type: string }]", "/properties/name/items is no schema"],
  ["anyOf: { type: string }", "/properties/name/anyOf is no list of schemas"],
  ["anyOf: [{ type: string, old: 1 }]", "/properties/name/anyOf/0/old is no keyword"],
  ["nullable: true", '/properties/name/nullable is not in OpenAPI 3.1; write the type as [string, "null"]'],
  ["not: { pattern: '(' }", "/properties/name/not/pattern is no regular expression"],
  ["$id: pets", "/properties/name/$id is no keyword"],
];

for (const [keywords, problem] of REFUSED)
  t.test(`a body with { ${keywords} } is refused at the start, with its place`, async (t) => {
    let message = "";
    try {
      withKeywords(keywords);
    } catch (error) {
      message = String(error);
    }
    t.ok(message.includes(`POST /dogs: The schema of the body: ${problem}`), message);
  });

t.test("wrong schemas of parameters, responses and headers are refused", async (t) => {
  const places: [from: string, to: string, message: RegExp][] = [
    ["maximum: 10", "maxmum: 10", /GET \/dogs: The schema of the parameter limit: \/maxmum is no keyword/],
    [
      "id: { type: integer }",
      "id: { tpye: integer }",
      /: The schema of the response 200: \/items\/properties\/id\/tpye is/,
    ],
    [
      "ETag: { schema: { type: string",
      "ETag: { schema: { kind: string",
      /of the header ETag of the response 200: \/kind/,
    ],
  ];
  for (const [from, to, message] of places) t.throws(() => petContract((yaml) => yaml.replace(from, to)), { message });
});

t.test("a schema that has itself in it is refused", async (t) => {
  const parent = 'parent: { $ref: "#/components/schemas/NewDog" }';
  t.throws(() => petContract((yaml) => yaml.replace(NAME, `${parent}\n        ${NAME}`)), {
    message: /POST \/dogs: The schema of the body: \/properties\/parent has itself in it/,
  });
});

const ANNOTATIONS = [
  "xml: { name: dog }",
  "discriminator: { propertyName: name }",
  "externalDocs: { url: https://example.com }",
  "example: Rex",
  "x-order: 1",
  "deprecated: true",
  "format: name-of-a-dog",
  "default: Rex",
  "contentMediaType: text/plain",
  "$comment: the name",
  '$schema: "https://json-schema.org/draft/2020-12/schema"',
].join(", ");

t.test("annotations, extensions and unknown formats change nothing", async (t) => {
  const contract = petContract((yaml) =>
    yaml
      .replace(NAME, `${NAME} ${ANNOTATIONS.replace("default: Rex, ", "")},`)
      .replace("name: { type: string }", `name: { type: string, ${ANNOTATIONS} }`)
      .replace("schema: { type: integer, minimum: 1,", "schema: { type: integer, x-order: 1, example: 5, minimum: 1,")
      .replace("anyOf: [{ type: string, format: date }", "anyOf: [{ type: string, format: date, default: today }"),
  );
  const server = Fastify();
  t.teardown(() => server.close());
  const report = (violation: object) => t.fail("a response violates the contract", { violation });
  await registerContract(server, { ...petBinding(new PetHandlers()), contract, conformance: { share: 1, report } });
  const post = async (name: unknown) => {
    const headers = { "pet-key": "sesame" };
    return (await server.inject({ method: "POST", url: "/pets/dogs", payload: { name, weight: 1 }, headers }))
      .statusCode;
  };
  t.same([await post("Rex"), await post(""), await post(null)], [201, 400, 400]);
  t.equal((await server.inject("/pets/dogs?limit=5")).statusCode, 200);
});

t.test("nullable beside a type allows null, as it does in the generated types", async (t) => {
  const contract = withKeywords("type: string, nullable: true");
  const server = Fastify();
  t.teardown(() => server.close());
  await registerContract(server, { ...petBinding(new PetHandlers()), contract });
  const post = async (name: unknown) => {
    const headers = { "pet-key": "sesame" };
    return (await server.inject({ method: "POST", url: "/pets/dogs", payload: { name, weight: 1 }, headers }))
      .statusCode;
  };
  t.same([await post(null), await post("Rex"), await post(1)], [201, 201, 400]);
});
