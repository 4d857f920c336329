import { test } from "tap";
import type { Contract } from "#contract/contract";
import { loadContracts } from "../../harness/contracts.ts";
import { printRaindropPage } from "../generate/raindrop-page.ts";

const collections = contractNamed("collections");

test("an endpoint of Raindrop.io must be in the contract or listed as missing", (t) => {
  t.throws(() => printRaindropPage(without("listItems")), {
    message: /^GET \/raindrops\/\{collection\} .* say why in `missing`/,
  });
  t.end();
});

test("an endpoint that is listed as missing must not be in the contract", (t) => {
  const [first] = collections.operations;
  if (first === undefined) throw new Error("The contract has no operation.");
  const operations = [...collections.operations, { ...first, method: "POST", path: "/oauth/access_token" }];
  t.throws(() => printRaindropPage({ ...collections, operations }), { message: /remove its `missing`/ });
  t.end();
});

function without(id: string): Contract {
  return { ...collections, operations: collections.operations.filter((operation) => operation.id !== id) };
}

function contractNamed(name: string): Contract {
  const contract = loadContracts().find((contract) => contract.name === name);
  if (contract === undefined) throw new Error(`There is no contract ${name}.`);
  return contract;
}
