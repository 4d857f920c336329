import t from "tap";
import { checkEvent, type Proof, type Violation } from "../src/response/conformance.ts";
import { toEventChange, withEventOperations } from "../tools/diff/webhooks.ts";
import { toOpenApi30 } from "../tools/generate/openapi-3-0.ts";
import { typesOf } from "../tools/generate/types.ts";
import { partsProvedBy } from "../tools/proof/parts.ts";
import { rowsOf } from "../tools/proof/rows.ts";
import { totalOf } from "../tools/proof/totals.ts";
import { parseContract } from "../tools/source/contracts.ts";
import { PETS } from "./project.ts";

const WEBHOOKS = `webhooks:
  dog.adopted:
    post:
      operationId: dogAdopted
      tags: [events]
      description: A dog was adopted.
      parameters: [{ $ref: "#/components/parameters/EventId" }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Adoption" } } }
      responses: { "2XX": { description: Received } }
tags: [{ name: events }, { name: dogs }]
`;

const contract = parseContract(
  "pets",
  PETS.replace("components:\n", `${WEBHOOKS}components:\n  parameters: { EventId: ${header("webhook-id")} }\n`).concat(
    "    Adoption:\n",
    "      type: object\n      additionalProperties: false\n      required: [dog]\n",
    '      properties: { dog: { $ref: "#/components/schemas/Dog" }, by: { $ref: "#/components/schemas/Person" } }\n',
    "    Person: { type: object, properties: { name: { type: string } } }\n",
  ),
);

function header(name: string): string {
  return `{ name: ${name}, in: header, required: true, schema: { type: string, pattern: "^msg_" } }`;
}

const HEADERS = { "content-type": "application/json", "webhook-id": "msg_1" };
const BODY = { dog: { name: "Rex" } };

/** Checks the request of an event. Returns its violations and what it proves. */
function check(name: string, headers: Readonly<Record<string, string>>, body: unknown) {
  const violations: Violation[] = [];
  const proofs: Proof[] = [];
  const conformance = {
    share: 1,
    report: (violation: Violation) => violations.push(violation),
    prove: (proof: Proof) => proofs.push(proof),
  };
  checkEvent(conformance, contract, name, { headers, body: JSON.stringify(body) });
  return { violations, proofs };
}

t.test("the request of an event is checked against its webhook", async (t) => {
  t.same(check("dog.adopted", HEADERS, BODY).violations, []);
  const reasonsOf = (...sent: Parameters<typeof check>) => check(...sent).violations.flatMap(({ reasons }) => reasons);
  t.same(reasonsOf("dog.sold", HEADERS, BODY), ["the event is not listed"]);
  t.same(reasonsOf("dog.adopted", HEADERS, {}), ["the body must have required property 'dog'"]);
  t.same(reasonsOf("dog.adopted", { ...HEADERS, "x-event": "1" }, BODY), ["the header x-event is not listed"]);
  t.same(reasonsOf("dog.adopted", { ...HEADERS, "webhook-id": "1" }, BODY), [
    'the header webhook-id must match pattern "^msg_"',
  ]);
  const { "webhook-id": _id, ...others } = HEADERS;
  t.match(check("dog.adopted", others, BODY), {
    violations: [{ operation: "dog.adopted", status: "event", reasons: ["the header webhook-id is missing"] }],
    proofs: [],
  });
});

t.test("the parts of an event need proof, and its requests prove them", async (t) => {
  const rows = rowsOf(contract, []);
  t.match(
    rows.find(({ operation }) => operation === "dog.adopted")?.parts.map(({ kind, name }) => `${kind} ${name}`),
    [
      "status event",
      "header event webhook-id",
      "field event /dog/name present",
      "field event /dog/name absent",
      "field event /by present",
      "field event /by absent",
      "field event /by/name present",
      "field event /by/name absent",
    ],
  );
  t.match(totalOf(rows), { operations: { all: 1 }, events: { all: 1 } });
  const proved = check("dog.adopted", HEADERS, BODY).proofs.flatMap(partsProvedBy);
  t.same(
    proved.map(({ kind, name }) => `${kind} ${name}`),
    ["status event", "header event webhook-id", "field event /dog/name present", "field event /by absent"],
  );
});

t.test("webhooks have types, and are no operations", async (t) => {
  const { printed } = await printedTypes();
  t.match(printed, '"dog.adopted": {');
  t.notMatch(printed, "dogAdopted");
});

async function printedTypes() {
  const { astToString } = await import("openapi-typescript");
  return { printed: astToString(await typesOf(contract.document, {})) };
}

t.test("a document in OpenAPI 3.0 has no webhooks, and nothing that only these use", async (t) => {
  const document: Record<string, unknown> = { ...toOpenApi30(contract.document) };
  t.notOk("webhooks" in document);
  t.match(document, { tags: [{ name: "dogs" }], components: { schemas: { Dog: {} } } });
  t.notMatch(JSON.stringify(document), /Adoption|Person|EventId|"events"/);
  const { webhooks: _webhooks, ...others } = contract.document;
  t.match(toOpenApi30(others), { components: { schemas: { Adoption: {} } } });
});

t.test("the request of an event is compared like a response", async (t) => {
  const side = withEventOperations(contract);
  const { paths, webhooks } = JSON.parse(side.yaml);
  t.equal(webhooks, undefined);
  t.same(Object.keys(paths), ["/dogs", "/{event}/dog.adopted"]);
  t.match(paths["/{event}/dog.adopted"].get.responses, {
    200: { headers: { "webhook-id": { required: true } }, content: { "application/json": {} } },
  });
  const place = "GET /pets/{event}/dog.adopted";
  const change = { id: "any", severity: "breaking", place } as const;
  const textOf = (text: string) => toEventChange({ ...change, text }, side).text;
  t.equal(
    textOf("removed the required property `dog` from the response with the `200` status"),
    "removed the required property `dog`",
  );
  t.equal(
    textOf("the response header `webhook-id` was added for the status `200`"),
    "the header `webhook-id` was added",
  );
  t.equal(textOf("endpoint added"), "event added");
  t.match(toEventChange({ ...change, text: "" }, side), { place: "event dog.adopted" });
  const other = { ...change, place: "GET /pets/dogs", text: "endpoint added" };
  t.same(toEventChange(other, side), other);
});
