import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Stands for every package in node_modules. */
const PACKAGES = "node_modules";

/** What the contract package offers without HTTP: failures, queues, counters and types. */
const KIT_WITHOUT_HTTP = [
  "#contract/failure",
  "#contract/fair-queue",
  "#contract/fair-slots",
  "#contract/scheduling",
  "#contract/request/caller-tally",
  "#contract/request/keyed-request",
  "#contract/request/minute-counter",
  "#contract/request/network",
];

/** The folders of commands, which share what is in `src/cli/shared/`. */
const CLI_FOLDERS = ["completion", "doctor", "user"].map((name) => `src/cli/${name}`);

/**
 * The folders of `src/`, lowest first. A file may import its own folder and what is on lower floors, but nothing on its
 * own floor beside it. A subfolder is a folder of its own.
 */
const FLOORS: readonly (readonly string[])[] = [
  ["src/settings"],
  [PACKAGES],
  ["src/network", ...KIT_WITHOUT_HTTP],
  ["src/base", "src/isolated", "src/packing"],
  ["src/database/schema"],
  ["src/database/core"],
  ["src/database/migrations/parts", "src/database/postgres/driver", "src/database/sqlite/driver"],
  [
    "src/database/migrations/parts/postgres",
    "src/database/migrations/parts/sqlite",
    "src/database/postgres/archive",
    "src/database/sqlite/archive",
  ],
  ["src/database/migrations", "src/database/postgres", "src/database/sqlite"],
  ["src/database"],
  ["src/audit", "src/idempotency", "src/limits", "src/mail", "src/maintenance/tables"],
  ["src/library/covers", "src/library/events", "src/library/icons", "src/library/search", "src/page-reading"],
  ["src/accounts/links", "src/accounts/login", "src/library/journal", "src/page-reading/copy"],
  ["src/accounts", "src/library", "src/products", "src/maintenance/backup", "src/maintenance/move"],
  ["src/library/files", "src/library/sharing", "src/reminders", "src/retention", "src/setup", "src/webhooks"],
  ["src/library/undo", "src/recovery"],
  ["src/library/collections", "src/library/items"],
  [
    "src/library/cleanup",
    "src/library/links",
    "src/library/export",
    "src/library/import/bookmark",
    "src/maintenance/verify",
  ],
  ["src/library/import/html", "src/library/import/packed", "src/library/import/tables", "src/library/links/checks"],
  ["src/maintenance/drill"],
  ["src/library/import/json"],
  ["src/library/import"],
  ["#contract"],
  ["src/context", "src/tracing"],
  ["src/pages/texts"],
  ["src/pages/design"],
  ["src/pages/forms"],
  ["src/pages/reference", "src/pages/account"],
  ["src/pages/products", "src/pages/public"],
  ["src/pages/sharing"],
  ["src/pages/bookmarks"],
  ["src/pages/bookmarks/edit", "src/pages/bookmarks/finding", "src/pages/bookmarks/transfer"],
  ["src/pages"],
  ["src/api", "src/mcp", "src/metrics"],
  ["src/api/catalogue", "src/api/collections", "src/api/users"],
  ["src/server"],
  ["src/testing"],
  ["src/cli/shared"],
  CLI_FOLDERS,
  ["src/cli"],
  ["src"],
];

/** What is on a lower floor, and still not to be imported, except by some files. */
const CLOSED: readonly { readonly from: string; readonly to: string; readonly except: readonly string[] }[] = [
  { from: "src/api/", to: "src/database/", except: ["src/api/cached-operations.ts", "src/api/once.ts"] },
  { from: "src/api/", to: "src/pages/", except: [] },
  { from: "src/pages/", to: "src/database/", except: [] },
];

/** Packages, and generated files, that only some files or folders may import. */
const PLACES: Readonly<Record<string, string | readonly string[]>> = {
  "generated/catalogue.ts": "src/api/catalogue/",
  "generated/collections.ts": ["src/api/collections/", "src/library/events/event-types.ts"],
  "generated/users.ts": "src/api/users/",
  fastify: [
    "packages/contract/",
    "src/api/",
    "src/cli/",
    "src/mcp/",
    "src/metrics/",
    "src/pages/",
    "src/server/",
    "src/testing/",
    "src/tracing/",
  ],
  "fastify-openapi-glue": "packages/contract/src/glue.ts",
  "better-sqlite3": "src/database/",
  pg: "src/database/",
  "@node-rs/argon2": "src/accounts/",
  "@fastify/jwt": "src/server/app.ts",
  "@fastify/multipart": "packages/contract/src/request/upload.ts",
  nodemailer: "src/mail/smtp.ts",
  sharp: "src/library/covers/decoder.ts",
  "robots-parser": "src/page-reading/robots-rules.ts",
  htmlparser2: "src/page-reading/",
  "@mozilla/readability": "src/page-reading/article.ts",
  linkedom: "src/page-reading/article.ts",
  "sanitize-html": "src/page-reading/article.ts",
  parse5: "src/page-reading/copy/html.ts",
  "@csstools/css-tokenizer": "src/page-reading/copy/css.ts",
  "@fastify/rate-limit": "packages/contract/src/request/rate-limit.ts",
  "@fastify/swagger": "src/pages/reference/contract-files.ts",
  "@fastify/proxy-addr": "packages/contract/src/server/client-address.ts",
  "@aws-sdk/client-s3": "src/maintenance/backup/s3.ts",
  "@aws-sdk/lib-storage": "src/maintenance/backup/s3.ts",
  "age-encryption": "src/maintenance/backup/encryption.ts",
  "tar-stream": ["src/maintenance/backup/archive.ts", "src/packing/tarball.ts"],
  "pg-copy-streams": "src/database/postgres/archive/",
  "@modelcontextprotocol/server": "src/mcp/endpoint.ts",
  "@redis/client": "src/limits/redis-connection.ts",
  "@opentelemetry/api": "src/tracing/",
  "@opentelemetry/otlp-transformer": "src/tracing/exporter.ts",
  "@opentelemetry/resources": "src/tracing/tracing.ts",
  "@opentelemetry/sdk-trace": "src/tracing/",
  "ipaddr.js": "src/network/addresses.ts",
};

/**
 * The paths and packages that a file imports or re-exports, types included. Paths are relative to
 * the root.
 */
function importsOf(file: string, text: string): string[] {
  const pattern = /^(?:import|export)\b[^"';]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...text.matchAll(pattern)]
    .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? "")
    .map((name) => (name.startsWith(".") ? join(dirname(file), name) : name));
}

/** The folder of an imported path; of the contract package the module, or the whole of it; `PACKAGES` for a package. */
function folderOf(path: string): string {
  if (path.startsWith("#contract/")) return KIT_WITHOUT_HTTP.includes(path) ? path : "#contract";
  return path.startsWith("src/") ? dirname(path) : PACKAGES;
}

function floorOf(folder: string): number {
  return FLOORS.findIndex((floor) => floor.includes(folder));
}

function isUpward(from: string, to: string): boolean {
  return from !== to && (floorOf(to) === -1 || floorOf(to) >= floorOf(from));
}

function isClosed(file: string, path: string): boolean {
  return CLOSED.some(({ from, to, except }) => file.startsWith(from) && path.startsWith(to) && !except.includes(file));
}

/** Whether a file may import what only some places may; undefined if all may. */
function isInPlace(file: string, name: string): boolean | undefined {
  const places = PLACES[name];
  return places === undefined ? undefined : [places].flat().some((place) => file.startsWith(place));
}

/** The imports of a file that the tables above do not allow. */
function forbiddenImports(file: string, text: string): string[] {
  return importsOf(file, text).filter((name) => {
    if (name.startsWith("node:")) return false;
    const isAllowed = isInPlace(file, name);
    if (isAllowed !== undefined) return !isAllowed;
    if (/^#contract\/(test|tools)\//.test(name)) return true;
    if (file.startsWith("packages/")) return /^(src|generated)\//.test(name) || isToolOfKit(file, name);
    if (/^(generated|packages)\//.test(name)) return true;
    const [from, to] = [folderOf(file), folderOf(name)];
    return isUpward(from, to) || isClosed(file, name);
  });
}

/** The contract layer does not use its tools. */
function isToolOfKit(file: string, path: string): boolean {
  return file.startsWith("packages/contract/src/") && path.startsWith("packages/contract/tools/");
}

/** The files that a file of the contract package imports, or names by a URL, and that are not in the package. */
function filesOutsidePackage(file: string, text: string): string[] {
  const named = [...text.matchAll(/new URL\(\s*"([^"]+)", import\.meta\.url/g)].map(([, path = ""]) => path);
  const own = importsOf(file, text).filter((name) => name.startsWith("#") || name.includes("/"));
  const packages = /^(@[\w-]+\/|[\w-]+\/(dist|lib)\/|node:)/;
  return [...own.filter((name) => !packages.test(name)), ...named.map((path) => join(dirname(file), path))].filter(
    (name) => !name.startsWith("packages/contract/"),
  );
}

/** The folders of `src/` that each folder imports. */
function folderImports(files: readonly { readonly file: string; readonly text: string }[]): Map<string, string[]> {
  const imports = new Map<string, string[]>();
  for (const { file, text } of files.filter((each) => each.file.startsWith("src/"))) {
    const from = dirname(file);
    const folders = importsOf(file, text)
      .filter((path) => path.startsWith("src/"))
      .map((path) => dirname(path))
      .filter((to) => to !== from);
    imports.set(from, [...(imports.get(from) ?? []), ...folders]);
  }
  return imports;
}

/**
 * The files, or folders, of one import cycle, in order; undefined when there is none. `imports` maps them to their
 * imports.
 */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const finished = new Set<string>();

  function visit(file: string, path: readonly string[]): string[] | undefined {
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    if (finished.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle !== undefined) return cycle;
    }
    finished.add(file);
    return undefined;
  }

  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

const sources = globSync(["src/**/*.ts", "packages/contract/{src,tools}/**/*.ts"], { cwd: ROOT }).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), "utf8"),
}));

t.test("every folder of src is on one floor", async (t) => {
  const folders = sources.map(({ file }) => dirname(file)).filter((folder) => folder.startsWith("src"));
  const listed = FLOORS.flat().filter((each) => each.startsWith("src"));
  t.same(listed.toSorted(), [...new Set(folders)].toSorted());
});

t.test("every import points down, to a floor below its own", async (t) => {
  t.ok(sources.length > 40);
  for (const { file, text } of sources) t.same(forbiddenImports(file, text), [], file);
});

t.test("the check finds imports that point up, and others that the tables do not allow", async (t) => {
  const forbidden: [file: string, from: string][] = [
    ["packages/contract/src/request/body.ts", "src/products/products.ts"],
    ["packages/contract/src/request/body.ts", "src/api/catalogue/wire.ts"],
    ["packages/contract/src/request/body.ts", "fastify-openapi-glue"],
    ["packages/contract/src/request/body.ts", "packages/contract/tools/config.ts"],
    ["packages/contract/tools/config.ts", "src/settings/config.ts"],
    ["src/products/products.ts", "src/accounts/accounts.ts"],
    ["src/products/products.ts", "generated/catalogue.ts"],
    ["src/accounts/tokens.ts", "#contract/bind"],
    ["src/api/catalogue/wire.ts", "generated/users.ts"],
    ["src/api/catalogue/wire.ts", "src/database/schema.ts"],
    ["src/api/catalogue/wire.ts", "src/pages/paths.ts"],
    ["src/api/catalogue/wire.ts", "src/api/users/wire.ts"],
    ["src/pages/account/plugin.ts", "src/database/database.ts"],
    ["src/database/schema.ts", "src/accounts/levels.ts"],
    ["src/settings/config.ts", "fastify"],
    ["src/settings/config.ts", "kysely"],
    ["src/settings/config.ts", "#contract/failure"],
    ["src/network/request.ts", "#contract/failure"],
    ["src/server/app.ts", "#contract/test/pets"],
    ["src/server/app.ts", "#contract/tools/config"],
    ["src/library/covers/pictures.ts", "src/library/collections/collections.ts"],
    ["src/library/placement.ts", "src/library/items/items.ts"],
    ["src/library/journal/step.ts", "src/library/placement.ts"],
    ["src/library/items/items.ts", "src/library/collections/collections.ts"],
    ["src/library/library.ts", "src/webhooks/webhooks.ts"],
    ["src/context/context.ts", "src/server/app.ts"],
    ["src/elsewhere/new.ts", "#contract/failure"],
    ["src/server/app.ts", "src/elsewhere/new.ts"],
  ];
  for (const [file, target] of forbidden) {
    const up = "../".repeat(file.split("/").length - 1);
    const from = /^(src|generated|packages)\//.test(target) ? up + target : target;
    const text = `import type {\n  A,\n} from "${from}";\nexport { B } from "node:fs";\n`;
    t.same(forbiddenImports(file, text), [target], `${file} ${target}`);
  }
  t.same(
    forbiddenImports("packages/contract/src/request/body.ts", 'await import("../../../../src/settings/config.ts")'),
    ["src/settings/config.ts"],
  );
});

t.test("the contract layer and its tests import and name no file outside of the package", async (t) => {
  const files = globSync("packages/contract/{src,test}/**/*.ts", { cwd: ROOT });
  t.ok(files.length > 100);
  for (const file of files) t.same(filesOutsidePackage(file, readFileSync(join(ROOT, file), "utf8")), [], file);
});

t.test("the check finds what is outside of the package", async (t) => {
  for (const [text, outside] of [
    ['import { openApp } from "../../../test/support/app.ts";', ["test/support/app.ts"]],
    ['const { loadContract } = await import("../../../src/server/contracts.ts");', ["src/server/contracts.ts"]],
    ['import { Failure } from "#contract/failure";', ["#contract/failure"]],
    ['const ROOT = new URL("../../..", import.meta.url);', ["."]],
    ['readFileSync(new URL("../../../openapi/users.yaml", import.meta.url));', ["openapi/users.yaml"]],
    ['import t from "tap";\nimport { servePets } from "./support/pets.ts";\nnew URL("../bin/", import.meta.url);', []],
  ] as const)
    t.same(filesOutsidePackage("packages/contract/test/some.test.ts", text), outside, text);
});

t.test("no files import each other in a cycle, type imports included", async (t) => {
  t.equal(findCycle(new Map(sources.map(({ file, text }) => [file, importsOf(file, text)]))), undefined);
});

t.test("the check finds cycles of any length, type imports included", async (t) => {
  const files = {
    "src/a.ts": 'import { b } from "./b.ts";',
    "src/b.ts": 'import type {\n  C,\n} from "./folder/c.ts";',
    "src/folder/c.ts": 'export type { A } from "../a.ts";',
    "src/alone.ts": 'import { a } from "./a.ts";',
  };
  const imports = new Map(Object.entries(files).map(([file, text]) => [file, importsOf(file, text)]));
  t.same(findCycle(imports), ["src/a.ts", "src/b.ts", "src/folder/c.ts", "src/a.ts"]);
  imports.set("src/folder/c.ts", []);
  t.equal(findCycle(imports), undefined);
  imports.set("src/folder/c.ts", ["src/folder/c.ts"]);
  t.same(findCycle(imports), ["src/folder/c.ts", "src/folder/c.ts"], "a file that imports itself");
});

t.test("no folders import each other in a circle", async (t) => {
  t.equal(findCycle(folderImports(sources)), undefined);
});

t.test("the check finds a circle of folders in which no files import each other", async (t) => {
  const files = [
    { file: "src/library/items/a.ts", text: 'import { b } from "../undo/b.ts";' },
    { file: "src/library/undo/b.ts", text: "export const b = 1;" },
    { file: "src/library/undo/c.ts", text: 'import type { D } from "../d.ts";' },
    { file: "src/library/d.ts", text: 'import { e } from "./items/e.ts";' },
  ];
  t.equal(findCycle(new Map(files.map(({ file, text }) => [file, importsOf(file, text)]))), undefined);
  const circle = ["src/library/items", "src/library/undo", "src/library", "src/library/items"];
  t.same(findCycle(folderImports(files)), circle);
  t.equal(findCycle(folderImports(files.slice(0, -1))), undefined);
});

t.test("only config.ts reads the environment", async (t) => {
  // `contract lint` hands its environment to Redocly. `process.env.${…}` is text: a code sample of the API reference.
  const allowed = ["src/settings/config.ts", "packages/contract/tools/cli/lint.ts"];
  for (const { file, text } of sources)
    if (!allowed.includes(file)) t.notMatch(text, /process\.env(?!\.\$\{)|\benv\b.*node:process/, file);
});

t.test("only the database, settings, context, command line and test mode mention SQLite or PostgreSQL", async (t) => {
  const allowed = ["src/database/", "src/settings/", "src/cli/", "src/context/", "src/maintenance/", "src/testing/"];
  for (const { file, text } of sources)
    if (!allowed.some((start) => file.startsWith(start))) t.notMatch(text, /sqlite|postgres/i, file);
});

t.test("only src/network/request.ts sends HTTP requests, so that all have limits", async (t) => {
  const pattern = /"node:https"|[^.\w]fetch\(|\bhttps?\.(request|get)\(|new Agent\(/;
  t.same(
    sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file),
    ["src/network/request.ts"],
  );
});

t.test("only the contract layer and src/api choose status codes", async (t) => {
  const others = sources.filter(({ file }) => !file.startsWith("packages/contract/") && !file.startsWith("src/api/"));
  for (const { file, text } of others) t.notMatch(text, /\.code\(\d|statusCode = |status: [1-5]\d\d/, file);
});

t.test("tests, scripts and the benchmark share code through harness/, which imports none of them", async (t) => {
  const folders = ["test/", "scripts/", "packages/bench/"];
  const files = globSync(["{harness,test,scripts,packages/bench}/**/*.ts"], { cwd: ROOT });
  for (const start of ["harness/", ...folders])
    t.ok(
      files.some((file) => file.startsWith(start)),
      start,
    );
  for (const file of files) {
    const others = folders.filter((folder) => !file.startsWith(folder));
    const imported = importsOf(file, readFileSync(join(ROOT, file), "utf8"));
    t.same(
      imported.filter((name) => others.some((folder) => name.startsWith(folder))),
      [],
      file,
    );
  }
});

t.test("only migrations import their frozen parts, and these import no code that may change", async (t) => {
  const migrations = "src/database/migrations/";
  const isFrozen = (file: string) => /^src\/database\/migrations\/(\d{4}-|parts\/|builders\.ts)/.test(file);
  const frozen = sources.filter(({ file }) => isFrozen(file));
  t.ok(frozen.length > 50);
  for (const { file, text } of sources)
    if (!isFrozen(file)) t.notMatch(importsOf(file, text).join(" "), /database\/migrations\/(parts|builders)/, file);
  // The rules for words are current: whoever changes them stores the words of all items again.
  const words = /\/item-words\.ts$/;
  for (const { file, text } of frozen) {
    const imported = importsOf(file, text).filter((name) => name.startsWith("src/") && !words.test(name));
    t.same(
      imported.filter((name) => !name.startsWith(migrations)),
      [],
      file,
    );
  }
});

t.test("only engine.ts chooses between the engines; all others ask the Engine of a handle or URL", async (t) => {
  const outside = sources.filter(({ file }) => !/^src\/database\/(sqlite|postgres|migrations)\//.test(file));
  const named = outside.filter(({ file, text }) =>
    importsOf(file, text).some((name) => /^src\/database\/(sqlite|postgres)\//.test(name)),
  );
  t.same(named.map(({ file }) => file).sort(), [
    // A standby, which only PostgreSQL has, is set by its own setting.
    "src/cli/doctor/database.ts",
    "src/context/context.ts",
    "src/database/engine.ts",
    // Locks its folder with a file of SQLite, on both engines.
    "src/database/scratch.ts",
    // Its database is always SQLite in memory.
    "src/testing/test-mode.ts",
  ]);
  for (const { file, text } of outside)
    if (file !== "src/database/engine.ts") t.notMatch(text, /PostgresAdapter|SqliteAdapter/, file);
});
