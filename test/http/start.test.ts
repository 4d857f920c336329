import t from "tap";
import { type Binding, registerContract } from "../../src/http/bind.ts";
import { createLogger } from "../../src/http/server/logging.ts";
import { createServer } from "../../src/http/server/server.ts";
import { PetHandlers, petBinding, petContract } from "../support/pets.ts";

/** Tries to serve a binding; gives back the sentence that stopped it. */
async function refusalOf(binding: Binding<string>): Promise<string> {
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

t.test("a contract and what serves it must fit together", async (t) => {
  t.equal(await refusalOf(good), "");
});

t.test("an operation without a handler stops the start and is named", async (t) => {
  const { listDogs, createDog } = PetHandlers.prototype;
  t.equal(
    await refusalOf({ ...good, handlers: [{ listDogs, createDog }] }),
    'The contract "pets" has no handler for the operations updateDog, deleteDog.',
  );
});

t.test("what every object has is no handler", async (t) => {
  const contract = petContract((yaml) => yaml.replace("listDogs", "toString").replace("createDog", "constructor"));
  t.match(await refusalOf({ ...good, contract }), /has no handler for the operations toString, constructor\./);
});

t.test("a handler without an operation stops the start and is named", async (t) => {
  class More extends PetHandlers {
    async walkDog() {}
  }
  t.equal(
    await refusalOf({ ...good, handlers: [new More()] }),
    'The contract "pets" has no operation for the handlers walkDog.',
  );
});

t.test("a permission for no operation stops the start and is named", async (t) => {
  t.equal(
    await refusalOf({ ...good, permissions: { walkDog() {} } }),
    'The contract "pets" has no operation for the permissions of walkDog.',
  );
});

t.test("a secured operation without a security handler stops the start and is named", async (t) => {
  const { bearer: _, ...verifiers } = good.security.verifiers;
  t.equal(
    await refusalOf({ ...good, security: { ...good.security, verifiers } }),
    'The contract "pets" has no security handler for the scheme bearer of updateDog.',
  );
});

t.test("everything that does not fit is said at once", async (t) => {
  const sentence = await refusalOf({
    ...good,
    handlers: [{ listDogs() {}, walkDog() {} }],
    security: { ...good.security, verifiers: {} },
  });
  t.match(sentence, /createDog, updateDog, deleteDog/);
  t.match(sentence, /walkDog/);
  t.match(sentence, /scheme key of listDogs, createDog/);
});

t.test("a reference that leads nowhere stops the start", async (t) => {
  t.throws(() => petContract((yaml) => yaml.replace("schemas/NewDog", "schemas/Cat")), /schemas\/Cat/);
});
