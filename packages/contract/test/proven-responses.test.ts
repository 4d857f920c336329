import t, { type Test } from "tap";
import { checkUnmatchedResponse, type Proof, type Violation } from "../src/response/conformance.ts";
import { PetHandlers, petContract, servePets } from "./support/pets.ts";

const DOG = { id: 1, name: "Rex" };

/** A response body that is too long to be checked. */
const MANY_DOGS = Array.from({ length: 1_000 }, (_, id) => ({ id, name: "x".repeat(1_000) }));

async function* streamOf(...batches: readonly unknown[]) {
  yield* batches;
}

async function* brokenStream() {
  yield [DOG];
  throw new Error("broken stream");
}

/** Leaves out the parts of a proof that repeat the response. */
function shortOf({ contract, operation, status, type }: Proof) {
  return { contract, operation, status, type };
}

/** Starts a server whose `listDogs` calls `respond`; records which responses conform (`proofs`) and which do not. */
async function serveList(t: Test, respond: () => unknown) {
  const proofs: ReturnType<typeof shortOf>[] = [];
  const violations: Violation[] = [];
  class ListHandlers extends PetHandlers {
    override listDogs = async () => respond();
  }
  const { base } = await servePets(t, {
    handlers: new ListHandlers(),
    change: {
      conformance: {
        share: 1,
        report: (violation) => violations.push(violation),
        prove: (proof) => proofs.push(shortOf(proof)),
      },
    },
  });
  const request = async (path = "/pets/dogs", init: RequestInit = {}) =>
    (await fetch(base + path, init)).text().catch(() => "aborted");
  return { request, proofs, violations };
}

const LIST_PROOF = { contract: "pets", operation: "listDogs", status: 200, type: "application/json" };

t.test("a conforming response is recorded, with its operation, status and content type", async (t) => {
  const { request, proofs } = await serveList(t, () => ({ status: 200, body: [DOG] }));
  await request();
  await request("/pets/dogs?limit=0");
  await request("/pets/nowhere");
  t.same(proofs, [LIST_PROOF, { ...LIST_PROOF, status: 400 }, { ...LIST_PROOF, operation: "outside", status: 404 }]);
});

t.test("a response without a body is recorded without a content type", async (t) => {
  const { request, proofs } = await serveList(t, () => ({ status: 200, body: [DOG] }));
  await request("/pets/dogs", { headers: { "if-none-match": "*" } });
  t.same(proofs, [{ ...LIST_PROOF, status: 304, type: undefined }]);
});

t.test("a response to HEAD is not recorded", async (t) => {
  const { request, proofs, violations } = await serveList(t, () => ({ status: 200, body: [DOG] }));
  await request("/pets/dogs", { method: "HEAD" });
  t.same({ proofs, violations }, { proofs: [], violations: [] });
});

t.test("a stream is recorded when it ends, and not when it is aborted", async (t) => {
  const whole = await serveList(t, () => ({ status: 200, body: streamOf([DOG], [DOG]) }));
  await whole.request();
  t.same(whole.proofs, [LIST_PROOF]);

  const broken = await serveList(t, () => ({ status: 200, body: brokenStream() }));
  t.equal(await broken.request(), "aborted");
  t.same(broken.proofs, []);
});

t.test("a response that is too long to be checked is not recorded", async (t) => {
  for (const body of [() => MANY_DOGS, () => streamOf(MANY_DOGS)]) {
    const { request, proofs, violations } = await serveList(t, () => ({ status: 200, body: body() }));
    t.ok((await request()).length > 1_000_000);
    t.same({ proofs, violations }, { proofs: [], violations: [] });
  }
});

t.test("a response that violates the contract is recorded only as a violation", async (t) => {
  const invalid = [
    { status: 202, body: [DOG] },
    { status: 200, headers: { "x-other": "1" }, body: [DOG] },
    { status: 200, body: [{ id: "1" }] },
    { status: 200, headers: { "x-other": "1" }, body: streamOf([DOG]) },
    { status: 200, body: streamOf([{ id: "1" }]) },
  ];
  for (const response of invalid) {
    const { request, proofs, violations } = await serveList(t, () => response);
    await request();
    t.same(proofs, []);
    t.equal(violations.length, 1);
  }
});

t.test("responses to malformed requests are checked against the contract", async (t) => {
  const reported: unknown[] = [];
  const conformance = {
    share: 1,
    report: (violation: Violation) => reported.push(violation),
    prove: (proof: Proof) => reported.push(shortOf(proof)),
  };
  // The errors of this contract have one field, `wrong`.
  const headers = { "content-type": "application/json; charset=utf-8", "x-request-id": "x", connection: "close" };
  checkUnmatchedResponse(conformance, petContract(), { status: 431, headers, body: '{"wrong":"too large"}' });
  checkUnmatchedResponse(conformance, petContract(), { status: 431, headers, body: '{"right":"too large"}' });
  checkUnmatchedResponse(conformance, petContract(), { status: 417, headers, body: '{"wrong":"too large"}' });
  checkUnmatchedResponse({ ...conformance, share: 0 }, petContract(), { status: 417, headers, body: "" });
  t.match(reported, [
    { ...LIST_PROOF, operation: "outside", status: 431 },
    { operation: "outside", status: 431, reasons: [/^the body/] },
    { operation: "outside", status: 417, reasons: ["the status is not listed"] },
  ]);
  t.equal(reported.length, 3);
});
