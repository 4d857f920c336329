import t from "tap";
import { catalogueKeys, collectionsKeys, usersKeys } from "../../packages/sdk/src/triptych.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { printQueryKeys } from "../generate/sdk-query-keys.ts";

t.test("query keys name the contract, the method and its parameters", async (t) => {
  t.same(collectionsKeys.getItem(7), ["collections", "getItem", { id: 7 }]);
  t.same(collectionsKeys.listItems(7, { nested: true }), [
    "collections",
    "listItems",
    { collectionId: 7, nested: true },
  ]);
  t.same(collectionsKeys.listItems(7), ["collections", "listItems", { collectionId: 7 }]);
  t.same(catalogueKeys.listProducts(), ["catalogue", "listProducts", {}]);
  t.same(usersKeys.getUser(1), ["users", "getUser", { id: 1 }]);
});

t.test("each reading method has a query key", async (t) => {
  const keys = { catalogue: catalogueKeys, collections: collectionsKeys, users: usersKeys };
  for (const [name, functions] of Object.entries(keys)) {
    const { operations } = loadContract(name);
    const reading = operations.filter(({ method }) => method === "GET").map(({ id }) => id);
    t.same(Object.keys(functions).sort(), reading.sort());
  }
});

t.test("a contract whose reading operations have no parameters needs no types", async (t) => {
  const contract = loadContract("catalogue");
  const operations = contract.operations.filter(({ method }) => method !== "GET");
  const text = printQueryKeys([{ ...contract, operations }, loadContract("users")]);
  t.notMatch(text, "operations as catalogue");
  t.match(text, "operations as users");
});
