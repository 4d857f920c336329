import { setImmediate } from "node:timers/promises";
import t, { type Test } from "tap";
import { FairSlots } from "../src/fair-slots.ts";
import { type Call, PetHandlers, petContract, servePets } from "./support/pets.ts";
import { closeOf, open } from "./support/raw.ts";

const MIB = 1024 * 1024;

/** The pet contract with an operation that creates up to 1,000 dogs, with a body of at most 4 MiB. */
const contract = petContract((yaml) =>
  yaml
    .replace(
      "  /dogs/{id}:\n",
      `  /litters:
    post:
      operationId: createDogs
      x-large-body: { entries: dogs, maxBytes: ${4 * MIB} }
      security: [{ key: [] }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [dogs]
              properties:
                dogs: { type: array, minItems: 1, maxItems: 1000, items: { $ref: "#/components/schemas/Puppy" } }
      responses: *written
  /dogs/{id}:
`,
    )
    .replace(
      "    NewDog:\n",
      `    Puppy:
      type: object
      required: [name, weight]
      properties:
        name: { type: string, minLength: 1 }
        weight: { type: number, minimum: 0 }
        toys:
          type: array
          uniqueItems: true
          items: { type: object, properties: { number: { type: integer } } }
    NewDog:
`,
    ),
);

class LitterHandlers extends PetHandlers {
  async createDogs(call: Call & { readonly body: { readonly dogs?: readonly object[] } }): Promise<unknown> {
    this.calls.push(call);
    return { status: 201, headers: { Location: "/pets/dogs" }, body: { id: call.body.dogs?.length ?? 0, name: "Rex" } };
  }
}

/** A body with as many dogs, which has about `bytes` bytes. */
function bodyOf(count: number, bytes: number): string {
  const name = "x".repeat(Math.max(1, Math.floor(bytes / count) - 30));
  return JSON.stringify({ dogs: Array.from({ length: count }, () => ({ name, weight: 9 })) });
}

/** Serves the contract. Ann and Bob have accounts 1 and 2; `post` sends a body as one of them. */
async function serveLitters(t: Test) {
  const bodies = new FairSlots({
    slots: 3,
    perCaller: 1,
    waiting: 10,
    waitingPerCaller: 10,
    what: "large requests",
    limit: "bodies",
  });
  const pets = await servePets(t, {
    handlers: new LitterHandlers(),
    change: {
      contract,
      largeBodies: bodies,
      accountIdOf: (principal) => (principal === "Ann" ? 1 : 2),
      permissions: {},
    },
  });
  const post = async (body: string, key = "sesame", path = "/pets/litters") => {
    const headers = { "content-type": "application/json", "pet-key": key };
    const response = await fetch(pets.base + path, { method: "POST", headers, body });
    return { status: response.status, body: JSON.stringify(await response.json()) };
  };
  return { ...pets, bodies, post };
}

t.test("a body may be as large as its operation allows, and an entry of it 1 MiB like other bodies", async (t) => {
  const { post, calls, violations } = await serveLitters(t);
  const body = bodyOf(1000, 4 * MIB);
  t.ok(body.length > 3.9 * MIB && body.length <= 4 * MIB);
  t.match(await post(body), { status: 201, body: /"id":1000/ });
  t.match(await post(body.padEnd(4 * MIB + 1)), { status: 413, body: /The body is larger than 4 MiB\./ });
  const dog = JSON.stringify({ name: "x".repeat(MIB), weight: 1 });
  t.match(await post(`{"dogs":[${dog}]}`), { status: 413, body: /An entry of the body is larger than 1 MiB\./ });
  t.match(await post(dog, "sesame", "/pets/dogs"), { status: 413, body: /The body is larger than 1 MiB\./ });
  t.equal(calls.length, 1);
  t.same(violations, []);
});

t.test("names the invalid entries of a large body, at most 20, and calls no handler", async (t) => {
  const { post, calls } = await serveLitters(t);
  const { dogs } = JSON.parse(bodyOf(1000, 2 * MIB));
  const changed = dogs.map((dog: object, index: number) => (index % 10 === 7 ? { ...dog, weight: -1 } : dog));
  const response = await post(JSON.stringify({ dogs: changed }));
  t.match(response, { status: 400, body: /\/dogs\/7\/weight must be >= 0/ });
  t.equal(JSON.parse(response.body).details.length, 20);
  for (const body of ['{"dogs":{}}', "{}", "[]", "5", '{"dogs":[[]]}', '{"dogs":["a"]}', '{"dogs":[{"name":1}'])
    t.equal((await post(body)).status, 400, body);
  t.same(calls, []);
});

t.test("other requests run between the entries of a large body", async (t) => {
  const { post } = await serveLitters(t);
  // Slow to validate: each toy is compared with all others.
  const toys = Array.from({ length: 1000 }, (_, number) => ({ number }));
  const body = JSON.stringify({ dogs: Array.from({ length: 20 }, () => ({ name: "Rex", weight: 9, toys })) });
  let isSent = true;
  let [longest, last] = [0, performance.now()];
  const startedAt = last;
  const sent = post(body).finally(() => {
    isSent = false;
  });
  while (isSent) {
    await setImmediate();
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
  }
  t.equal((await sent).status, 201);
  t.ok(longest < (last - startedAt) / 3, `${longest} of ${last - startedAt} ms in one turn of the event loop`);
});

t.test("one large body of an account is read at a time, and its slot is free after each end", async (t) => {
  const { post, bodies, base } = await serveLitters(t);
  const release = await bodies.take("account:1", () => new AbortController().signal);
  const body = bodyOf(1000, 2 * MIB);
  const waiting = post(body);
  while (bodies.waiting === 0) await setImmediate();
  t.equal((await post(bodyOf(10, 1000))).status, 201, "small ones do not wait");
  t.equal((await post(body, "low")).status, 201, "others do not wait");
  release();
  t.equal((await waiting).status, 201);
  for (const [sent, status] of [
    [body.padEnd(4 * MIB + 1), 413],
    [body.slice(0, -1), 400],
    [body.replaceAll("9", "-9"), 400],
  ] as const) {
    t.equal((await post(sent)).status, status);
    t.equal(bodies.taken, 0);
  }
  const head = "Host: x\r\nPet-Key: sesame\r\nContent-Type: application/json\r\n";
  for (const length of [`Content-Length: ${2 * MIB}`, "Transfer-Encoding: chunked"]) {
    const socket = open(base);
    socket.write(`POST /pets/litters HTTP/1.1\r\n${head}${length}\r\n\r\n`);
    while (bodies.taken === 0) await setImmediate();
    socket.destroy();
    await closeOf(socket);
    while (bodies.taken > 0) await setImmediate();
  }
  t.equal(bodies.taken, 0);
});
