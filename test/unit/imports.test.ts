import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const LIBRARIES = "a library";
const NOUNS = ["src/accounts/", "src/products/", "src/collections/", "src/items/", "src/covers/", "src/limits/"];

/** Who may import whom: a place under `src/`, and the beginnings of what it may import besides its own folder. The first match counts. */
const ALLOWED: [place: string, ...mayImport: string[]][] = [
  ["src/main.ts", "src/cli/", "src/errors.ts"],
  [
    "src/testing/",
    "src/app.ts",
    "src/context.ts",
    "src/config.ts",
    "src/errors.ts",
    "src/http/",
    "src/database/",
    ...NOUNS,
    LIBRARIES,
  ],
  [
    "src/cli/",
    "src/app.ts",
    "src/context.ts",
    "src/config.ts",
    "src/http/",
    "src/testing/",
    "src/database/migrate.ts",
    ...NOUNS,
    LIBRARIES,
  ],
  [
    "src/app.ts",
    "src/context.ts",
    "src/http/",
    "src/api/",
    "src/pages/",
    "src/database/database.ts",
    ...NOUNS,
    LIBRARIES,
  ],
  ["src/context.ts", "src/config.ts", "src/database/", ...NOUNS],
  ["src/config.ts"],
  ["src/errors.ts"],
  [
    "src/api/catalogue/",
    "src/http/",
    "src/context.ts",
    "src/config.ts",
    "src/errors.ts",
    ...NOUNS,
    "generated/catalogue.ts",
    LIBRARIES,
  ],
  ["src/api/users/", "src/http/", "src/context.ts", "src/errors.ts", ...NOUNS, "generated/users.ts", LIBRARIES],
  [
    "src/api/collections/",
    "src/http/",
    "src/scheduling.ts",
    "src/context.ts",
    "src/errors.ts",
    ...NOUNS,
    "generated/collections.ts",
    LIBRARIES,
  ],
  ["src/pages/account/", "src/pages/", "src/http/", "src/context.ts", "src/errors.ts", ...NOUNS, LIBRARIES],
  ["src/pages/", "src/http/", "src/errors.ts", LIBRARIES],
  ["src/http/", "src/errors.ts", LIBRARIES],
  ["src/accounts/", "src/database/", "src/errors.ts", "src/limits/network.ts", LIBRARIES],
  ["src/limits/", "src/database/", "src/errors.ts", LIBRARIES],
  ["src/products/", "src/database/", "src/errors.ts", "src/accounts/principal.ts", LIBRARIES],
  ["src/scheduling.ts"],
  [
    "src/items/",
    "src/scheduling.ts",
    "src/accounts/accounts.ts",
    "src/collections/",
    "src/database/",
    "src/errors.ts",
    LIBRARIES,
  ],
  [
    "src/collections/",
    "src/accounts/account.ts",
    "src/accounts/accounts.ts",
    "src/covers/",
    "src/database/",
    "src/errors.ts",
    "src/scheduling.ts",
    LIBRARIES,
  ],
  ["src/covers/", "src/database/", "src/errors.ts", LIBRARIES],
  ["src/database/", "src/scheduling.ts", "src/errors.ts", LIBRARIES],
];

/** Libraries that only one place may know. */
const KEPT: [library: string, place: string][] = [
  ["fastify-openapi-glue", "src/http/contract/glue.ts"],
  ["better-sqlite3", "src/database/"],
  ["pg", "src/database/"],
  ["@node-rs/argon2", "src/accounts/passwords.ts"],
  ["@fastify/jwt", "src/app.ts"],
  ["@fastify/multipart", "src/http/request/upload.ts"],
  ["sharp", "src/covers/decoder.ts"],
  ["@fastify/rate-limit", "src/http/request/rate-limit.ts"],
  ["@redis/client", "src/limits/redis-counter.ts"],
];

/** The imports of a file's text that its place does not allow. */
function wrongImports(file: string, text: string): string[] {
  const [place = "", ...mayImport] = ALLOWED.find(([start]) => file.startsWith(start)) ?? [];
  const own = place.endsWith("/") ? [place] : [];
  return importsIn(text).filter((name) => {
    if (name.startsWith("node:")) return false;
    if (!name.startsWith(".")) {
      const keeper = KEPT.find(([library]) => library === name)?.[1];
      return keeper === undefined ? !mayImport.includes(LIBRARIES) : !file.startsWith(keeper);
    }
    const target = join(dirname(file), name);
    return ![...own, ...mayImport].some((start) => target.startsWith(start));
  });
}

function importsIn(text: string): string[] {
  return [
    ...text.matchAll(/^(?:import|export)\b[^"';]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm),
  ].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? "");
}

const sources = globSync("src/**/*.ts", { cwd: ROOT }).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), "utf8"),
}));

t.test("every import goes where the house allows it", async (t) => {
  t.ok(sources.length > 40);
  for (const { file, text } of sources) t.same(wrongImports(file, text), [], file);
});

t.test("an import that goes elsewhere is found", async (t) => {
  const wrongs: [file: string, from: string][] = [
    ["src/http/request/body.ts", "../products/products.ts"],
    ["src/http/request/body.ts", "../api/catalogue/wire.ts"],
    ["src/http/request/body.ts", "fastify-openapi-glue"],
    ["src/products/products.ts", "../accounts/accounts.ts"],
    ["src/products/products.ts", "../../generated/catalogue.ts"],
    ["src/accounts/tokens.ts", "../http/bind.ts"],
    ["src/api/catalogue/wire.ts", "../../../generated/users.ts"],
    ["src/api/catalogue/wire.ts", "../../database/schema.ts"],
    ["src/database/schema.ts", "../accounts/levels.ts"],
    ["src/errors.ts", "fastify"],
    ["src/config.ts", "./errors.ts"],
    ["src/covers/pictures.ts", "../collections/collections.ts"],
    ["src/collections/placement.ts", "../items/items.ts"],
    ["src/elsewhere/new.ts", "../errors.ts"],
  ];
  for (const [file, from] of wrongs) {
    t.same(
      wrongImports(file, `import type {\n  A,\n} from "${from}";\nexport { B } from "node:fs";\n`),
      [from],
      `${file} ${from}`,
    );
  }
  t.same(wrongImports("src/http/request/body.ts", 'await import("../config.ts")'), ["../config.ts"]);
});

t.test("the environment is read in one file", async (t) => {
  for (const { file, text } of sources)
    if (file !== "src/config.ts") t.notMatch(text, /process\.env|\benv\b.*node:process/, file);
});

t.test("which engine runs is known to the database, the settings and the command line alone", async (t) => {
  const knowing = ["src/database/", "src/config.ts", "src/cli/", "src/context.ts"];
  for (const { file, text } of sources)
    if (!knowing.some((start) => file.startsWith(start))) t.notMatch(text, /sqlite|postgres/i, file);
});

t.test("the status of a failure is chosen in one file", async (t) => {
  const elsewhere = sources.filter(({ file }) => !file.startsWith("src/http/") && !file.startsWith("src/api/"));
  for (const { file, text } of elsewhere) t.notMatch(text, /\.code\(\d|statusCode = |status: [1-5]\d\d/, file);
});
