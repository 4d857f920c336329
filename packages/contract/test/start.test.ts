import t from "tap";
import { type Binding, registerContract } from "../src/bind.ts";
import { createLogger } from "../src/server/logging.ts";
import { createServer } from "../src/server/server.ts";
import { PetHandlers, petBinding, petContract } from "./support/pets.ts";

/** Tries to serve a binding; returns the error message, or an empty string. */
async function startErrorOf(binding: Binding<string>): Promise<string> {
  const server = createServer({ logger: createLogger("silent", { write() {} }), envelopes: [], trustProxy: [] });
  try {
    await registerContract(server, binding);
    await server.ready();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  } finally {
    await server.close();
  }
}

const good = petBinding(new PetHandlers());

t.test("starts when handlers and verifiers fit the contract", async (t) => {
  t.equal(await startErrorOf(good), "");
});

t.test("fails for an operation without a handler", async (t) => {
  const { listDogs, createDog } = PetHandlers.prototype;
  t.equal(
    await startErrorOf({ ...good, handlers: [{ listDogs, createDog }] }),
    'The contract "pets" has no handler for the operations updateDog, deleteDog.',
  );
});

t.test("does not use the methods of Object as handlers", async (t) => {
  const contract = petContract((yaml) => yaml.replace("listDogs", "toString").replace("createDog", "constructor"));
  t.match(await startErrorOf({ ...good, contract }), /has no handler for the operations toString, constructor\./);
});

t.test("fails for a handler without an operation", async (t) => {
  class More extends PetHandlers {
    async walkDog() {}
  }
  t.equal(
    await startErrorOf({ ...good, handlers: [new More()] }),
    'The contract "pets" has no operation for the handlers (make other methods #private) walkDog.',
  );
});

t.test("fails for a permission without an operation", async (t) => {
  t.equal(
    await startErrorOf({ ...good, permissions: { walkDog() {} } }),
    'The contract "pets" has no operation for the permissions of walkDog.',
  );
});

t.test("fails for a security scheme without a verifier", async (t) => {
  const { bearer: _, ...verifiers } = good.security.verifiers;
  t.equal(
    await startErrorOf({ ...good, security: { ...good.security, verifiers } }),
    'The contract "pets" has no security handler for the scheme bearer of updateDog.',
  );
});

t.test("lists all problems in one error", async (t) => {
  const message = await startErrorOf({
    ...good,
    handlers: [{ listDogs() {}, walkDog() {} }],
    security: { ...good.security, verifiers: {} },
  });
  t.match(message, /createDog, updateDog, deleteDog/);
  t.match(message, /walkDog/);
  t.match(message, /scheme key of listDogs, createDog/);
});

t.test("lists all options that are missing in one error", async (t) => {
  const parameters = "parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]";
  const form = "content: { multipart/form-data: { schema: { type: object, properties: { file: {} } } } }";
  const contract = petContract((yaml) =>
    yaml
      .replace("operationId: createDog\n", `operationId: createDog\n      ${parameters}\n`)
      .replace('content: { application/json: { schema: { $ref: "#/components/schemas/NewDog" } } }', form),
  );
  t.equal(
    await startErrorOf({ ...good, contract, security: { verifiers: {} } }),
    [
      'The contract "pets" has no security handler for the scheme key of listDogs, createDog.',
      'The contract "pets" has no security handler for the scheme bearer of updateDog.',
      'The contract "pets" needs the service\'s `accountIdOf`, because callers have an Idempotency-Key in createDog.',
      'The contract "pets" needs the service\'s `uploads`, because of the file in createDog, updateDog.',
      'The contract "pets" needs the service\'s `idempotentRequests`, because requests may have an Idempotency-Key in createDog.',
    ].join(" "),
  );
});

t.test("fails for a reference without a target", async (t) => {
  t.throws(() => petContract((yaml) => yaml.replace("schemas/NewDog", "schemas/Cat")), /schemas\/Cat/);
});
