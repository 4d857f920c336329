import { readFile } from "node:fs/promises";
import t from "tap";
import { createCatalogueClient, createCollectionsClient, createUsersClient } from "../../packages/sdk/src/triptych.ts";

const README = await readFile(new URL("../../packages/sdk/README.md", import.meta.url), "utf8");

const CLIENTS = {
  catalogue: createCatalogueClient({ baseUrl: "" }),
  collections: createCollectionsClient({ baseUrl: "" }),
  users: createUsersClient({ baseUrl: "", key: "" }),
};

/** A method with its parameters, as its source has them, without the options. */
function signatureOf(name: string, method: unknown): string {
  const [, parameters = ""] = /^[^(]*\(([^)]*)\)/.exec(String(method)) ?? [];
  const names = parameters
    .split(",")
    .map((parameter) =>
      parameter
        .trim()
        .replace(/^(\w+)\s*=.*$/s, "$1?")
        .replace(/^(\w+\??).*$/s, "$1"),
    )
    .filter((parameter) => !/^(options\??)?$/.test(parameter));
  return `${name}(${names.join(", ")})`;
}

for (const [name, client] of Object.entries(CLIENTS)) {
  t.test(`the README lists every method of the ${name} client with its parameters`, async (t) => {
    const [, table = ""] = README.split(new RegExp(`<!-- (?:end of )?methods of ${name} -->`));
    const listed = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, signature]) => signature);
    const iterators = ["all", "allItems", "allProducts"];
    const methods = Object.entries(client).filter(([method]) => !iterators.includes(method));
    t.same(
      listed.toSorted(),
      methods.map(([method, implementation]) => signatureOf(method, implementation)).toSorted(),
    );
    for (const [method] of Object.entries(client))
      t.ok(README.includes(`\`${method}(`) || README.includes(`${name}.${method}(`), method);
  });
}
