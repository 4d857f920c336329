import t from "tap";
import { inputsOf } from "#contract/tools/proof/inputs";
import { loadContracts } from "../../harness/contracts.ts";
import { EFFECTS } from "../effects/requests.ts";

// `npm run test:extended` shows the effects that `test/effects/` declares. That every parameter and body field has one
// is known without sending a request, so `npm test` says which of them is missing.

for (const contract of loadContracts()) {
  const file = `test/effects/${contract.name}.ts`;
  const declared = new Map(Object.entries(EFFECTS[contract.name] ?? {}));

  t.test(`${file} has an entry for each parameter and body field of each operation`, async (t) => {
    const operations = contract.operations.map(({ id }) => id);
    t.same([...declared.keys()].sort(), operations.sort(), `${file} lists the operations`);
    for (const operation of contract.operations) {
      const inputs = Object.keys(declared.get(operation.id)?.inputs ?? {});
      t.same(
        inputsOf(operation).filter((input) => !inputs.includes(input)),
        [],
        `${operation.id}: no parameter or body field without an entry in ${file}`,
      );
      const known = inputsOf(operation);
      t.same(
        inputs.filter((input) => !known.includes(input)),
        [],
        `${operation.id}: no entry in ${file} without a parameter or body field`,
      );
    }
  });
}
