import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { env, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import t from "tap";
import ts from "typescript";
import { trackSecrets } from "../../harness/canary.ts";
import { openApp } from "../support/app.ts";
import * as people from "../support/people.ts";
import { filesIn, installSdk, readmeExamples, runClean } from "../support/sdk-project.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SEPARATOR = "--- next ---";

/** Code that must compile, except each line after `@ts-expect-error`, which must not. */
const TYPES = `
import {
  CatalogueError, type CatalogueFailure, type CatalogueSchemas, collectionsKeys, createAccountClients, createCatalogueClient,
  createCollectionsClient, createUsersClient, type Item, type ListItemsQuery, type Product, UsersError,
} from "triptych-sdk";

const [catalogue, collections, users] = [
  createCatalogueClient({ baseUrl: "" }),
  createCollectionsClient({ baseUrl: "" }),
  createUsersClient({ baseUrl: "", key: "" }),
];
export const price: Promise<number> = catalogue.createProduct({ name: "Lamp", price: 1 }).then(({ price }) => price);
export const product: Promise<CatalogueSchemas["Product"]> = catalogue.deleteProduct("0");
export const same: Promise<Product> = product;
export const failure: CatalogueFailure = { error: "" };
export const query: ListItemsQuery = { sort: "title" };
export const key: readonly ["collections", "listItems", { readonly collectionId: number }] = collectionsKeys.listItems(7, query);
export const item: Promise<Item> = createAccountClients({ baseUrl: "", email: "", password: "" })
  .collections.getItem(7).then(({ item }) => item);
export const picture: Promise<Blob> = collections.getPicture("0");
export function fieldsOf(error: unknown): string[] | undefined {
  if (error instanceof CatalogueError) return error.details.map(({ path }) => path);
  return error instanceof UsersError ? error.details.email_address : undefined;
}
for await (const { email_address, logins } of users.all()) console.log(email_address.length, logins[0]?.ip_address);

// @ts-expect-error A price is a number.
void catalogue.createProduct({ name: "Lamp", price: "1" });
// @ts-expect-error A product has a price.
void catalogue.createProduct({ name: "Lamp" });
// @ts-expect-error No operation has this name.
void catalogue.patchProduct("0", {});
// @ts-expect-error The query has no such parameter.
void catalogue.listProducts({ colour: "red" });
// @ts-expect-error createProduct takes no If-Match.
void catalogue.createProduct({ name: "Lamp", price: 1 }, { headers: { "If-Match": "" } });
// @ts-expect-error Products have no colour.
void catalogue.deleteProduct("0").then(({ colour }) => colour);
// @ts-expect-error Ids of users are numbers.
void users.getUser("1");
// @ts-expect-error There is no such level.
void users.patchUser(1, { user_level: 5 });
// @ts-expect-error A key is needed.
createUsersClient({ baseUrl: "" });
// @ts-expect-error Items have no such order.
collections.allItems(0, { sort: "newest" });
// @ts-expect-error The key takes the arguments of the method.
collectionsKeys.listItems("7");
// @ts-expect-error A cover is a file.
void collections.uploadCover(7, "cover.png");
`;

/** The commands that run the examples: the Node that runs the tests, and each line of `SDK_RUNTIMES`. */
const runtimes = [execPath, ...(env.SDK_RUNTIMES ?? "").split("\n").filter((command) => command !== "")];

/** A project that contains only the packed SDK and its dependency. */
const { folder: project, installed, tarball, files } = await installSdk(t);

/** The README's examples, each with the output that the README shows for it. */
const readme = await readFile(join(installed, "README.md"), "utf8");
const examples = readmeExamples(readme);

t.test("the package contains the build, package.json, README and LICENSE, and nothing else", async (t) => {
  const modules = [
    "account",
    "catalogue",
    "client",
    "collections",
    "errors",
    "generated/query-keys",
    "idempotency",
    "login",
    "operation",
    "response",
    "retry",
    "timeout",
    "triptych",
    "users",
    "webhook",
  ];
  t.same(
    files.toSorted(),
    [
      "LICENSE",
      "README.md",
      "package.json",
      ...["catalogue", "collections", "names", "users"].map((name) => `dist/generated/${name}.d.ts`),
      ...modules.flatMap((name) => [".d.ts", ".js"].map((ending) => `dist/${name}${ending}`)),
    ].toSorted(),
  );
  const { dependencies, engines, exports, sideEffects, type } = JSON.parse(
    await readFile(join(installed, "package.json"), "utf8"),
  );
  t.same(Object.keys(dependencies), ["openapi-fetch"]);
  t.same([engines, sideEffects, type], [{ node: ">=20" }, false, "module"]);
  for (const path of Object.values(exports["."])) t.ok(files.includes(String(path).replace("./", "")), String(path));
  t.equal(await readFile(join(installed, "LICENSE"), "utf8"), await readFile(join(ROOT, "LICENSE"), "utf8"));
});

t.test("what npm pack makes for the registry has the same files, and source maps", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "triptych-sdk-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  // `npm run build` has made dist.
  const options = ["--json", "--ignore-scripts", "--no-update-notifier", "--workspace", "packages/sdk"];
  const [made] = JSON.parse(await runClean("npm", ["pack", ...options, "--pack-destination", folder], ROOT));
  const forRegistry = (await filesIn(join(folder, made.filename))).filter((path) => !path.endsWith(".map"));
  t.same(forRegistry.toSorted(), files.toSorted());
  for (const path of files.filter((name) => !name.endsWith(".js") && !name.includes("/generated/"))) {
    const built = await readFile(join(ROOT, "packages/sdk", path), "utf8");
    t.equal(await readFile(join(installed, path), "utf8"), built, path);
  }
});

t.test("publint and Are the Types Wrong find no problem in the package", async (t) => {
  const check = (...command: string[]) => t.resolves(runClean("npx", ["--no-install", ...command], ROOT));
  await check("publint", "run", "--strict", tarball);
  await check("attw", tarball, "--no-definitely-typed", "--ignore-rules", "cjs-resolves-to-esm");
});

t.test("every example shows its output", async (t) => {
  t.equal(examples.length, [...readme.matchAll(/```ts/g)].length);
  t.ok(examples.length >= 8);
});

for (const runtime of runtimes) {
  const [program = "", ...args] = runtime.split(" ");
  const name = await versionOf(program);
  t.test(`the README's examples, run in order by ${name}, print the output that the README shows`, async (t) => {
    const app = await openApp(t);
    const { id } = await people.createPerson(app, "Root");
    await people.setLevel(app, id, 4);
    const key = await people.createKey(app, id);
    trackSecrets(key);
    const code = examples.map(({ code }) => `${code}console.log("${SEPARATOR}");\n`).join("");
    await writeFile(join(project, "examples.mjs"), code.replaceAll("http://localhost:3000", app.base));
    const printed = await runClean(program, [...args, "examples.mjs"], project, { TRIPTYCH_KEY: key });
    t.same(printed.split(`${SEPARATOR}\n`), [...examples.map(({ output }) => output), ""]);
  });
}

/** The name of a runtime, such as `node v20.20.2`. */
async function versionOf(program: string): Promise<string> {
  const [version = ""] = (await runClean(program, ["--version"], project)).split("\n");
  return version.startsWith("deno") ? version : `${basename(program)} ${version}`;
}

t.test("the type declarations accept the examples and reject calls that violate the contracts", async (t) => {
  await writeFile(join(project, "examples.mts"), examples.map(({ code }) => code).join(""));
  await writeFile(join(project, "types.mts"), TYPES);
  const check = async (...args: string[]) => {
    const options = ["--noEmit", "--strict", "--target", "es2022"];
    const errors = await runClean(
      execPath,
      [join(ROOT, "node_modules/typescript/bin/tsc"), ...options, ...args],
      project,
    )
      .then(() => "")
      .catch(({ stdout }) => stdout);
    t.equal(errors, "", args.join(" "));
  };
  const nodeTypes = ["--lib", "es2022", "--typeRoots", join(ROOT, "node_modules/@types"), "--types", "node"];
  await check("--module", "nodenext", ...nodeTypes, "--skipLibCheck", "examples.mts", "types.mts");
  for (const modules of ["node16", "nodenext", "esnext --moduleResolution node10", "esnext --moduleResolution bundler"])
    await check("--module", ...modules.split(" "), "--lib", "es2022,dom,dom.iterable", "types.mts");
});

/** What an editor shows for each name in the code when the pointer is over it: the type, and the text below it. */
function hintsOf(code: string, names: readonly string[]): { type: string; text: string }[] {
  const file = join(project, "hints.mts");
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      strict: true,
      module: ts.ModuleKind.NodeNext,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = path === file ? code : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => project,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  });
  return names.map((name) => {
    const hint = service.getQuickInfoAtPosition(file, code.indexOf(name));
    return { type: ts.displayPartsToString(hint?.displayParts), text: ts.displayPartsToString(hint?.documentation) };
  });
}

t.test("an editor shows the names of types, not their fields", async (t) => {
  const code = `import { createCatalogueClient, createCollectionsClient, createUsersClient } from "triptych-sdk";
const collections = createCollectionsClient({ baseUrl: "" });
const { item } = await collections.getItem(7);
const { items } = await collections.listItems(7, {});
const created = collections.createItem({ link: "" });
const [product] = await createCatalogueClient({ baseUrl: "" }).listProducts();
for await (const user of createUsersClient({ baseUrl: "", key: "" }).all()) user;
`;
  const names = ["collections", "item ", "items", "created", "product", "user "];
  const typesOf = (...shown: string[]) => hintsOf(code, shown).map(({ type }) => type);
  t.same(typesOf(...names), [
    "const collections: CollectionsClient",
    "const item: Item",
    "const items: Item[]",
    "const created: ApiPromise<SingleItem>",
    "const product: Product",
    "const user: User",
  ]);
  const [listItems, createItem] = typesOf("listItems", "createItem");
  t.match(listItems, /collectionId: number, query\?: ListItemsQuery, /);
  t.match(createItem, /body: ItemInput, /);
});

t.test("an editor shows the contract's text about every method", async (t) => {
  for (const client of ["Catalogue", "Collections", "Users"]) {
    const [, table = ""] = readme.split(new RegExp(`<!-- (?:end of )?methods of ${client.toLowerCase()} -->`));
    const methods = [...table.matchAll(/^\| `(\w+)\(.*` \| (.+) \|$/gm)];
    t.ok(methods.length > 5, client);
    const calls = methods.map(([, name]) => `client.${name};`);
    const code = `import type { ${client}Client } from "triptych-sdk";
declare const client: ${client}Client;
${calls.join("\n")}`;
    const hints = hintsOf(
      code,
      methods.map(([, name]) => `${name};`),
    );
    for (const [index, [, name = "", summary]] of methods.entries()) t.match(hints[index]?.text, `${summary}\n`, name);
  }
  t.match(
    hintsOf('import { createUsersClient } from "triptych-sdk"; createUsersClient({ baseUrl: "", key: "" }).all', [
      "all",
    ]),
    [{ text: /^Iterates over all users/ }],
  );
});
