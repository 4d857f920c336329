import t from "tap";
import { assertComplete } from "../src/handlers.ts";
import { IdempotentRequests } from "../src/request/idempotency.ts";
import type { KeyedRequest } from "../src/request/keyed-request.ts";
import { RememberedResponses } from "../src/request/remembered-responses.ts";
import { PetHandlers, petBinding, petContract, servePets } from "./support/pets.ts";

const KEY = "        - { name: Idempotency-Key, in: header, schema: { type: string, maxLength: 100 } }\n";
const REPLAYED = "Idempotent-Replayed: { schema: { type: string } }, Location";

/** Creates dogs with ids 1, 2 and so on, once for each key. */
class Kennel extends PetHandlers {
  readonly #responses: RememberedResponses;
  #count = 0;

  constructor(responses: RememberedResponses) {
    super();
    this.#responses = responses;
  }

  override async createDog(call: Parameters<PetHandlers["createDog"]>[0] & { readonly keyed?: KeyedRequest }) {
    return this.#responses.once(call.keyed, () => {
      const id = ++this.#count;
      return { status: 201, headers: { Location: `/pets/dogs/${id}` }, body: { id, name: call.body.name } };
    });
  }
}

t.test("a repeated request with an Idempotency-Key gets the first response, another request 422", async (t) => {
  const responses = new RememberedResponses();
  const contract = petContract((yaml) =>
    yaml
      .replace("operationId: createDog\n      security: [{ key: [] }]\n", (text) => `${text}      parameters:\n${KEY}`)
      .replaceAll("Location", REPLAYED)
      .replace('"413": *failure', '"413": *failure\n        "422": *failure'),
  );
  // Otherwise callers would get the responses of others.
  const binding = { ...petBinding(new PetHandlers()), contract };
  t.throws(() => assertComplete(binding), { message: /needs the service's `accountIdOf`.* createDog\./ });
  const { base, violations } = await servePets(t, {
    handlers: new Kennel(responses),
    change: { contract, idempotentRequests: new IdempotentRequests(responses.find), accountIdOf: () => 1 },
  });
  const create = async (key: string, name: string) => {
    const headers = { "pet-key": "sesame", "content-type": "application/json", "idempotency-key": key };
    const body = JSON.stringify({ name, weight: 1 });
    const response = await fetch(`${base}/pets/dogs`, { method: "POST", headers, body });
    return [response.status, response.headers.get("location"), response.headers.get("idempotent-replayed")];
  };
  t.same(await create("one", "Rex"), [201, "/pets/dogs/1", null]);
  t.same(await create("one", "Rex"), [201, "/pets/dogs/1", "true"]);
  t.same(await create("two", "Rex"), [201, "/pets/dogs/2", null]);
  t.same(await create("one", "Bello"), [422, null, null]);
  t.same(violations, []);
});
