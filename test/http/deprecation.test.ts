import t from "tap";
import { Failure } from "../../src/errors.ts";
import { PetHandlers, petContract, servePets } from "../support/pets.ts";

/** The contract of the tests, in which the list of dogs announces its end. */
const contract = petContract((yaml) =>
  yaml.replace(
    "operationId: listDogs",
    "operationId: listDogs\n      deprecated: true\n      x-deprecation: 2026-11-21\n      x-sunset: 2027-05-01",
  ),
);

const SINCE = `@${Date.UTC(2026, 10, 21) / 1000}`;
const UNTIL = "Sat, 01 May 2027 00:00:00 GMT";

/** What an answer says of the end of its operation. */
function noticesIn({ headers }: Response): (string | null)[] {
  return [headers.get("deprecation"), headers.get("sunset")];
}

t.test("an operation that ends says so in each of its answers, failures included", async (t) => {
  const { base, mismatches } = await servePets(t, { change: { contract } });
  const list = `${base}/pets/dogs`;

  const good = await fetch(list);
  const answers: [status: number, answer: Response][] = [
    [200, good],
    [200, await fetch(list, { method: "HEAD" })],
    [304, await fetch(list, { headers: { "If-None-Match": good.headers.get("etag") ?? "" } })],
    [400, await fetch(`${list}?limit=many`)],
    [401, await fetch(list, { headers: { "pet-key": "wrong" } })],
  ];
  for (const [status, answer] of answers) {
    t.equal(answer.status, status);
    t.same(noticesIn(answer), [SINCE, UNTIL], `${status}`);
  }
  t.same(mismatches, [], "the contract has these header fields");
});

t.test("also where it is answered before the operation is looked at", async (t) => {
  const gate: Parameters<typeof servePets>[1] = {
    change: {
      contract,
      gate: async (scope) => {
        scope.addHook("onRequest", async () => {
          throw new Failure("internal", "nobody gets in");
        });
      },
    },
  };
  const { base, mismatches } = await servePets(t, gate);
  const answer = await fetch(`${base}/pets/dogs`);
  t.equal(answer.status, 500);
  t.same(noticesIn(answer), [SINCE, UNTIL]);
  t.same(mismatches, []);
});

t.test("others say nothing: neither operations beside it nor what is no operation", async (t) => {
  const { base, mismatches } = await servePets(t, { change: { contract } });
  t.same(noticesIn(await fetch(`${base}/pets/dogs/1`, { method: "DELETE" })), [null, null]);
  t.same(noticesIn(await fetch(`${base}/pets/dogs`, { method: "PATCH" })), [null, null]);
  t.same(noticesIn(await fetch(`${base}/pets/cats`)), [null, null]);
  t.same(mismatches, []);
});

t.test("an operation that is deprecated without a last day sends no Sunset", async (t) => {
  const open = petContract((yaml) =>
    yaml.replace("operationId: listDogs", "operationId: listDogs\n      x-deprecation: 2026-11-21"),
  );
  const { base } = await servePets(t, { change: { contract: open } });
  t.same(noticesIn(await fetch(`${base}/pets/dogs`)), [SINCE, null]);
});

t.test("a notice that the contract does not give is an answer that it does not allow", async (t) => {
  class Hasty extends PetHandlers {
    override async listDogs() {
      return { status: 200, headers: { Deprecation: "@1" }, body: [] };
    }
  }
  const { base, mismatches } = await servePets(t, { handlers: new Hasty() });
  await fetch(`${base}/pets/dogs`);
  t.match(mismatches, [{ operation: "listDogs", reasons: ["the header deprecation is not listed"] }]);
});
