import t from "tap";
import { petContract, servePets } from "./support/pets.ts";

const JSON_BODY = 'content: { application/json: { schema: { $ref: "#/components/schemas/NewDog" } } }';

function formWith(properties: string): string {
  return `content: { multipart/form-data: { schema: { type: object, properties: { ${properties} } } } }`;
}

const WHAT_IS_REFUSED: readonly [title: string, from: string, to: string, problem: RegExp][] = [
  [
    "two schemes that are required together",
    "security: [{ bearer: [] }]",
    "security: [{ bearer: [], key: [] }]",
    /PUT \/dogs\/\{id\}: The schemes bearer and key are required together\./,
  ],
  [
    "a credential in the query",
    "type: apiKey, in: header",
    "type: apiKey, in: query",
    /GET \/dogs: The credential of the scheme key can't be read\./,
  ],
  [
    "a digest of a password",
    "scheme: bearer",
    "scheme: digest",
    /PUT \/dogs\/\{id\}: The credential of the scheme bearer can't be read\./,
  ],
  [
    "a scheme that is not defined",
    "security: [{ bearer: [] }]",
    "security: [{ token: [] }]",
    /The security scheme token is not in components\.securitySchemes\./,
  ],
  [
    "a parameter in a cookie",
    "name: good, in: query",
    "name: good, in: cookie",
    /GET \/dogs: The cookie parameter good would not be checked\./,
  ],
  [
    "a body of another type",
    'content: { application/json: { schema: { $ref: "#/components/schemas/NewDog"',
    'content: { application/xml: { schema: { $ref: "#/components/schemas/NewDog"',
    /POST \/dogs: A body of type application\/xml can't be read\./,
  ],
  [
    "a body of JSON and another type",
    JSON_BODY,
    `${JSON_BODY.slice(0, -1)}, application/xml: {} }`,
    /POST \/dogs: A body of type application\/xml can't be read\./,
  ],
  [
    "a response of JSON and another type",
    'content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Dog" } } } }',
    'content: { application/json: {}, application/xml: {}, "text/csv; charset=utf-8": {}, text/csv: {}, image/png: {} }',
    /GET \/dogs: Responses of type application\/xml \(200\) or text\/csv; charset=utf-8 \(200\) can't be sent\. Only application\/json, /,
  ],
  ["a form without a file", JSON_BODY, formWith("name: { type: string }"), /POST \/dogs: The form has no file\./],
  [
    "a form with two files",
    JSON_BODY,
    formWith("front: { contentMediaType: image/png }, back: { type: string, format: binary }"),
    /POST \/dogs: The form has the files front and back\./,
  ],
  [
    "a form with an object",
    JSON_BODY,
    formWith("picture: {}, dog: { type: object }"),
    /POST \/dogs: The form field dog is an object\./,
  ],
];

for (const [title, from, to, problem] of WHAT_IS_REFUSED)
  t.test(`a contract with ${title} is refused`, async (t) => {
    t.match(petContract(), { name: "pets" });
    t.throws(() => petContract((yaml) => yaml.replace(from, to)), { message: problem });
  });

t.test("an OAuth token is read like any bearer token", async (t) => {
  const contract = petContract((yaml) =>
    yaml.replace("bearer: { type: http, scheme: bearer }", "bearer: { type: oauth2, flows: {} }"),
  );
  const { base } = await servePets(t, { change: { contract } });
  const put = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Rex", weight: 1 });
    const { status, headers: sent } = await fetch(`${base}/pets/dogs/7`, { method: "PUT", headers, body });
    return [status, sent.get("www-authenticate")];
  };
  t.same(await put("sesame"), [201, null]);
  t.same(await put("wrong"), [401, "Bearer"]);
});

t.test("operations are validated with the parameters of their path, unless they have their own", async (t) => {
  const id = "      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]\n";
  const contract = petContract((yaml) =>
    yaml
      .replaceAll(id, "")
      .replace(
        "  /dogs/{id}:\n",
        "  /dogs/{id}:\n    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]\n",
      )
      .replace(
        "      operationId: deleteDog\n",
        "      operationId: deleteDog\n      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 5 } }]\n",
      ),
  );
  const { base, calls } = await servePets(t, { change: { contract } });
  const statusOf = async (id: string) => (await fetch(`${base}/pets/dogs/${id}`, { method: "DELETE" })).status;
  t.same([await statusOf("x"), await statusOf("4"), await statusOf("5")], [400, 400, 201]);
  t.same(
    calls.map(({ params }) => params),
    [{ id: 5 }],
  );
});
