import t, { type Test } from "tap";
import { checkUnmatchedResponse, type Proof, type Violation } from "../../src/http/response/conformance.ts";
import { PetHandlers, petContract, servePets } from "../support/pets.ts";

const DOG = { id: 1, name: "Rex" };

/** So many dogs that their answer is too long to be checked. */
const MANY = Array.from({ length: 1_000 }, (_, id) => ({ id, name: "x".repeat(1_000) }));

async function* streamOf(...batches: readonly unknown[]) {
  yield* batches;
}

async function* brokenStream() {
  yield [DOG];
  throw new Error("no more");
}

/** A list that is answered in this way; what of it was proved, and what reported. */
async function listing(t: Test, answer: () => unknown) {
  const proofs: Proof[] = [];
  const mismatches: Violation[] = [];
  class Listing extends PetHandlers {
    override listDogs = async () => answer();
  }
  const { base } = await servePets(t, {
    handlers: new Listing(),
    change: {
      conformance: {
        share: 1,
        report: (mismatch) => mismatches.push(mismatch),
        prove: (proof) => proofs.push(proof),
      },
    },
  });
  const ask = async (path = "/pets/dogs", init: RequestInit = {}) =>
    (await fetch(base + path, init)).text().catch(() => "broken off");
  return { ask, proofs, mismatches };
}

const LISTED = { contract: "pets", operation: "listDogs", status: 200, type: "application/json" };

t.test("an answer that is as the contract says is proved, with its operation, status and content type", async (t) => {
  const { ask, proofs } = await listing(t, () => ({ status: 200, body: [DOG] }));
  await ask();
  await ask("/pets/dogs?limit=0");
  await ask("/pets/nowhere");
  t.same(proofs, [LISTED, { ...LISTED, status: 400 }, { ...LISTED, operation: "outside", status: 404 }]);
});

t.test("an answer without a body is proved to have no content", async (t) => {
  const { ask, proofs } = await listing(t, () => ({ status: 200, body: [DOG] }));
  await ask("/pets/dogs", { headers: { "if-none-match": "*" } });
  t.same(proofs, [{ ...LISTED, status: 304, type: undefined }]);
});

t.test("a head alone proves nothing", async (t) => {
  const { ask, proofs, mismatches } = await listing(t, () => ({ status: 200, body: [DOG] }));
  await ask("/pets/dogs", { method: "HEAD" });
  t.same({ proofs, mismatches }, { proofs: [], mismatches: [] });
});

t.test("a stream is proved when it has ended, and never when it breaks off", async (t) => {
  const whole = await listing(t, () => ({ status: 200, body: streamOf([DOG], [DOG]) }));
  await whole.ask();
  t.same(whole.proofs, [LISTED]);

  const broken = await listing(t, () => ({ status: 200, body: brokenStream() }));
  t.equal(await broken.ask(), "broken off");
  t.same(broken.proofs, []);
});

t.test("an answer that is too long to be checked is not proved", async (t) => {
  for (const body of [() => MANY, () => streamOf(MANY)]) {
    const { ask, proofs, mismatches } = await listing(t, () => ({ status: 200, body: body() }));
    t.ok((await ask()).length > 1_000_000);
    t.same({ proofs, mismatches }, { proofs: [], mismatches: [] });
  }
});

t.test("an answer with a mistake in its head or its body is not proved", async (t) => {
  const wrongs = [
    { status: 202, body: [DOG] },
    { status: 200, headers: { "x-other": "1" }, body: [DOG] },
    { status: 200, body: [{ id: "1" }] },
    { status: 200, headers: { "x-other": "1" }, body: streamOf([DOG]) },
    { status: 200, body: streamOf([{ id: "1" }]) },
  ];
  for (const wrong of wrongs) {
    const { ask, proofs, mismatches } = await listing(t, () => wrong);
    await ask();
    t.same(proofs, []);
    t.equal(mismatches.length, 1);
  }
});

t.test("what never became a request is held against the contract, too", async (t) => {
  const told: unknown[] = [];
  const conformance = {
    share: 1,
    report: (mismatch: Violation) => told.push(mismatch),
    prove: (proof: Proof) => told.push(proof),
  };
  const headers = { "content-type": "application/json; charset=utf-8", "x-request-id": "x", connection: "close" };
  checkUnmatchedResponse(conformance, petContract(), { status: 431, headers, body: '{"wrong":"too large"}' });
  checkUnmatchedResponse(conformance, petContract(), { status: 431, headers, body: '{"right":"too large"}' });
  checkUnmatchedResponse(conformance, petContract(), { status: 417, headers, body: '{"wrong":"too large"}' });
  checkUnmatchedResponse({ ...conformance, share: 0 }, petContract(), { status: 417, headers, body: "" });
  t.match(told, [
    { ...LISTED, operation: "outside", status: 431 },
    { operation: "outside", status: 431, reasons: [/^the body/] },
    { operation: "outside", status: 417, reasons: ["the status is not listed"] },
  ]);
  t.equal(told.length, 3);
});
