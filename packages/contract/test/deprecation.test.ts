import t from "tap";
import { Failure } from "../src/failure.ts";
import { PetHandlers, petContract, servePets } from "./support/pets.ts";

/** The pet contract with `listDogs` deprecated. */
const contract = petContract((yaml) =>
  yaml.replace(
    "operationId: listDogs",
    "operationId: listDogs\n      deprecated: true\n      x-deprecation: 2026-11-21\n      x-sunset: 2027-05-01",
  ),
);

const SINCE = `@${Date.UTC(2026, 10, 21) / 1000}`;
const UNTIL = "Sat, 01 May 2027 00:00:00 GMT";

/** The deprecation headers of a response. */
function deprecationIn({ headers }: Response): (string | null)[] {
  return [headers.get("deprecation"), headers.get("sunset")];
}

t.test("sends Deprecation and Sunset with each response of a deprecated operation, errors included", async (t) => {
  const { base, violations } = await servePets(t, { change: { contract } });
  const list = `${base}/pets/dogs`;

  const good = await fetch(list);
  const responses: [status: number, response: Response][] = [
    [200, good],
    [200, await fetch(list, { method: "HEAD" })],
    [304, await fetch(list, { headers: { "If-None-Match": good.headers.get("etag") ?? "" } })],
    [400, await fetch(`${list}?limit=many`)],
    [401, await fetch(list, { headers: { "pet-key": "wrong" } })],
  ];
  for (const [status, response] of responses) {
    t.equal(response.status, status);
    t.same(deprecationIn(response), [SINCE, UNTIL], `${status}`);
  }
  t.same(violations, [], "the contract allows the header fields");
});

t.test("sends Deprecation and Sunset even when a hook throws before the handler runs", async (t) => {
  const settings: Parameters<typeof servePets>[1] = {
    change: {
      contract,
      registerEarlyHooks: async (scope) => {
        scope.addHook("onRequest", async () => {
          throw new Failure("internal", "rejected");
        });
      },
    },
  };
  const { base, violations } = await servePets(t, settings);
  const response = await fetch(`${base}/pets/dogs`);
  t.equal(response.status, 500);
  t.same(deprecationIn(response), [SINCE, UNTIL]);
  t.same(violations, []);
});

t.test("sends neither header for other operations or unknown paths", async (t) => {
  const { base, violations } = await servePets(t, { change: { contract } });
  t.same(deprecationIn(await fetch(`${base}/pets/dogs/1`, { method: "DELETE" })), [null, null]);
  t.same(deprecationIn(await fetch(`${base}/pets/dogs`, { method: "PATCH" })), [null, null]);
  t.same(deprecationIn(await fetch(`${base}/pets/cats`)), [null, null]);
  t.same(violations, []);
});

t.test("sends no Sunset when the contract gives no date for it", async (t) => {
  const open = petContract((yaml) =>
    yaml.replace("operationId: listDogs", "operationId: listDogs\n      x-deprecation: 2026-11-21"),
  );
  const { base } = await servePets(t, { change: { contract: open } });
  t.same(deprecationIn(await fetch(`${base}/pets/dogs`)), [SINCE, null]);
});

t.test("a Deprecation header that the contract does not list violates the contract", async (t) => {
  class UnlistedHeader extends PetHandlers {
    override async listDogs() {
      return { status: 200, headers: { Deprecation: "@1" }, body: [] };
    }
  }
  const { base, violations } = await servePets(t, { handlers: new UnlistedHeader() });
  await fetch(`${base}/pets/dogs`);
  t.match(violations, [{ operation: "listDogs", reasons: ["the header deprecation is not listed"] }]);
});
