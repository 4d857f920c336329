import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Stands for every package in node_modules. */
const PACKAGES = "node_modules";

const DOMAIN = [
  "src/accounts/",
  "src/audit/",
  "src/products/",
  "src/collections/",
  "src/items/",
  "src/backups/",
  "src/export/",
  "src/import/",
  "src/search/",
  "src/covers/",
  "src/files/",
  "src/icons/",
  "src/limits/",
  "src/idempotency/",
  "src/undo/",
  "src/mail/",
  "src/setup/",
  "src/webhooks/",
  "src/recovery/",
  "src/retention/",
];

const PAGES_OF_ACCOUNTS = ["src/pages/", "#contract/", "src/context.ts", "src/large-reads.ts", ...DOMAIN, PACKAGES];

/**
 * What files may import besides their own folder and Node's modules. The first matching path prefix
 * applies.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "src/main.ts": ["src/cli/"],
  "src/testing/": [
    "src/logger.ts",
    "src/app.ts",
    "src/context.ts",
    "src/config.ts",
    "src/free-port.ts",
    "#contract/",
    "src/pages/",
    "src/database/",
    ...DOMAIN,
    PACKAGES,
  ],
  "src/cli/": [
    "src/logger.ts",
    "src/contracts.ts",
    "src/tracing/tracing.ts",
    "src/metrics/",
    "src/app.ts",
    "src/context.ts",
    "src/config.ts",
    "src/settings/",
    "src/free-port.ts",
    "src/plural.ts",
    "#contract/",
    "src/testing/",
    "src/database/migrate.ts",
    "src/database/inspection.ts",
    "src/database/read-only.ts",
    "src/database/database.ts",
    "src/database/standby.ts",
    "src/maintenance/",
    "src/database/vacuum.ts",
    ...DOMAIN,
    PACKAGES,
  ],
  "src/app.ts": [
    "src/contracts.ts",
    "src/context.ts",
    "#contract/",
    "src/metrics/",
    "src/api/",
    "src/pages/",
    "src/database/health-check.ts",
    "src/database/table-versions.ts",
    ...DOMAIN,
    PACKAGES,
  ],
  "src/context.ts": [
    "src/config.ts",
    "#contract/request/caller-tally",
    "#contract/request/minute-counter",
    "#contract/request/network",
    "src/slots.ts",
    "src/database/",
    ...DOMAIN,
  ],
  "src/logger.ts": ["#contract/server/logging", PACKAGES],
  "src/contracts.ts": ["#contract/contract", "#contract/load"],
  "src/config.ts": ["src/settings/"],
  "src/settings/": [],
  "src/instrumentation.ts": [],
  "src/metrics/": [
    "src/context.ts",
    "#contract/",
    "src/database/database.ts",
    "src/maintenance/backup/records.ts",
    ...DOMAIN,
    PACKAGES,
  ],
  "src/tracing/": [
    "src/config.ts",
    "src/database/database.ts",
    "#contract/",
    "src/instrumentation.ts",
    "src/network/request.ts",
    PACKAGES,
  ],
  "src/slots.ts": ["#contract/fair-slots"],
  "src/large-reads.ts": ["#contract/fair-slots", "src/slots.ts"],
  "src/background-loop.ts": [],
  "src/plural.ts": [],
  "src/api/catalogue/": [
    "src/api/cached-operations.ts",
    "src/api/id-in-body.ts",
    "src/api/origin.ts",
    "src/api/standby.ts",
    "#contract/",
    "src/large-reads.ts",
    "src/context.ts",
    "src/config.ts",
    ...DOMAIN,
    "generated/catalogue.ts",
    PACKAGES,
  ],
  "src/api/users/": [
    "src/api/cached-operations.ts",
    "src/api/id-in-body.ts",
    "src/api/origin.ts",
    "src/api/standby.ts",
    "#contract/",
    "src/large-reads.ts",
    "src/context.ts",
    ...DOMAIN,
    "generated/users.ts",
    PACKAGES,
  ],
  "src/api/collections/": [
    "src/api/cached-operations.ts",
    "src/api/id-in-body.ts",
    "src/api/origin.ts",
    "src/api/standby.ts",
    "#contract/",
    "src/large-reads.ts",
    "src/context.ts",
    ...DOMAIN,
    "generated/collections.ts",
    PACKAGES,
  ],
  "src/pages/account/": PAGES_OF_ACCOUNTS,
  "src/pages/bookmarks/": PAGES_OF_ACCOUNTS,
  "src/pages/products/": PAGES_OF_ACCOUNTS,
  "src/pages/public/": PAGES_OF_ACCOUNTS,
  "src/pages/sharing/": PAGES_OF_ACCOUNTS,
  "src/pages/": ["src/audit/action.ts", "#contract/", PACKAGES],
  "packages/contract/src/": [PACKAGES],
  "packages/contract/tools/": ["packages/contract/src/", "packages/contract/contract.config.schema.json", PACKAGES],
  "src/audit/": ["src/database/", "#contract/failure", PACKAGES],
  "src/api/id-in-body.ts": ["#contract/failure", "#contract/record"],
  "src/api/origin.ts": ["#contract/service", "src/accounts/principal.ts", "src/audit/"],
  "src/api/cached-operations.ts": ["src/database/table-groups.ts"],
  "src/api/standby.ts": ["src/context.ts"],
  "src/accounts/": [
    "src/audit/",
    "src/database/",
    "#contract/failure",
    "#contract/fair-slots",
    "src/instrumentation.ts",
    "#contract/request/network",
    "src/limits/request-counter.ts",
    "src/mail/",
    PACKAGES,
  ],
  "src/recovery/": [
    "src/accounts/",
    "src/audit/",
    "src/collections/",
    "src/database/",
    "#contract/failure",
    "#contract/request/network",
    "src/mail/languages.ts",
    "src/webhooks/webhooks.ts",
    PACKAGES,
  ],
  "src/setup/": ["src/accounts/", "src/audit/", "src/database/", "#contract/failure", "#contract/request/network"],
  "src/retention/": [
    "src/audit/",
    "src/accounts/accounts.ts",
    "src/database/",
    "src/files/expiry.ts",
    "src/undo/expiry.ts",
    "#contract/scheduling",
    "#contract/failure",
    "src/instrumentation.ts",
    PACKAGES,
  ],
  "src/mail/": ["#contract/failure", "src/instrumentation.ts", PACKAGES],
  "src/limits/": [
    "src/database/",
    "#contract/failure",
    "#contract/request/caller-tally",
    "#contract/request/minute-counter",
    PACKAGES,
  ],
  "src/idempotency/": [
    "#contract/request/keyed-request",
    "src/database/",
    "#contract/failure",
    "src/instrumentation.ts",
    PACKAGES,
  ],
  "src/products/": ["src/database/", "#contract/failure", "src/accounts/principal.ts", PACKAGES],
  "src/items/": [
    "#contract/scheduling",
    "src/accounts/accounts.ts",
    "src/collections/",
    "src/covers/",
    "src/files/",
    "src/search/",
    "src/undo/recovery.ts",
    "src/undo/step.ts",
    "src/webhooks/changes.ts",
    "src/database/",
    "#contract/failure",
    PACKAGES,
  ],
  "src/undo/": [
    "#contract/scheduling",
    "src/items/",
    "src/collections/",
    "src/covers/pictures.ts",
    "src/database/",
    "src/files/expiry.ts",
    "src/webhooks/changes.ts",
    "src/webhooks/notification.ts",
    "#contract/failure",
    PACKAGES,
  ],
  "src/import/": [
    "src/background-loop.ts",
    "#contract/failure",
    "src/instrumentation.ts",
    "#contract/scheduling",
    "src/items/",
    "src/collections/",
    "src/database/",
    "src/files/storage.ts",
    "src/undo/recovery.ts",
    "src/undo/step.ts",
    "src/webhooks/changes.ts",
    PACKAGES,
  ],
  "src/backups/": ["#contract/failure", "src/instrumentation.ts", "src/export/", "src/collections/", "src/database/"],
  "src/export/": [
    "src/accounts/",
    "src/audit/",
    "#contract/failure",
    "#contract/scheduling",
    "src/files/",
    "src/items/",
    "src/search/",
    "src/collections/",
    "src/webhooks/",
    "src/database/",
    PACKAGES,
  ],
  "src/search/": ["src/database/", "#contract/failure", PACKAGES],
  "src/collections/": [
    "src/accounts/account.ts",
    "src/accounts/accounts.ts",
    "src/accounts/links/mail-service.ts",
    "src/accounts/login-history.ts",
    "src/accounts/settings.ts",
    "src/accounts/subkeys.ts",
    "src/audit/",
    "src/covers/",
    "src/database/",
    "#contract/failure",
    "src/files/expiry.ts",
    "src/instrumentation.ts",
    "src/mail/languages.ts",
    "#contract/scheduling",
    "src/undo/recorded.ts",
    "src/undo/recovery.ts",
    "src/undo/step.ts",
    "src/undo/expiry.ts",
    "src/webhooks/changes.ts",
    "src/webhooks/notification.ts",
    PACKAGES,
  ],
  "src/webhooks/": [
    "src/audit/",
    "src/accounts/accounts.ts",
    "src/collections/library.ts",
    "src/database/",
    "#contract/failure",
    "src/instrumentation.ts",
    "#contract/request/caller-tally",
    "src/mail/",
    "src/network/",
    PACKAGES,
  ],
  "src/network/": [PACKAGES],
  "src/icons/": ["#contract/failure"],
  "src/files/": ["src/collections/", "src/database/", "#contract/failure", PACKAGES],
  "src/covers/": ["src/database/", "#contract/failure", "#contract/scheduling", PACKAGES],
  "src/maintenance/backup/": [
    "src/audit/record.ts",
    "src/config.ts",
    "src/database/",
    "#contract/failure",
    "src/instrumentation.ts",
    "src/network/request.ts",
    "#contract/scheduling",
    PACKAGES,
  ],
  "src/maintenance/": [
    "src/audit/record.ts",
    "src/audit/verification.ts",
    "src/collections/covers.ts",
    "src/collections/segment-division.ts",
    "src/collections/segments.ts",
    "src/database/",
    "#contract/failure",
    "src/plural.ts",
    "#contract/scheduling",
    PACKAGES,
  ],
  "src/database/": [
    "src/background-loop.ts",
    "#contract/fair-queue",
    "#contract/scheduling",
    "#contract/failure",
    PACKAGES,
  ],
};

/** Packages that only one file or folder may import. */
const SINGLE_PLACE: Readonly<Record<string, string>> = {
  "fastify-openapi-glue": "packages/contract/src/glue.ts",
  "better-sqlite3": "src/database/",
  pg: "src/database/",
  "@node-rs/argon2": "src/accounts/",
  "@fastify/jwt": "src/app.ts",
  "@fastify/multipart": "packages/contract/src/request/upload.ts",
  nodemailer: "src/mail/smtp.ts",
  sharp: "src/covers/decoder.ts",
  "@fastify/rate-limit": "packages/contract/src/request/rate-limit.ts",
  "@fastify/swagger": "src/pages/contract-files.ts",
  "@fastify/proxy-addr": "packages/contract/src/server/client-address.ts",
  "@aws-sdk/client-s3": "src/maintenance/backup/s3.ts",
  "@aws-sdk/lib-storage": "src/maintenance/backup/s3.ts",
  "age-encryption": "src/maintenance/backup/encryption.ts",
  "tar-stream": "src/maintenance/backup/archive.ts",
  "pg-copy-streams": "src/database/postgres/archive/",
  "@redis/client": "src/limits/redis-connection.ts",
  "@opentelemetry/api": "src/tracing/",
  "@opentelemetry/otlp-transformer": "src/tracing/exporter.ts",
  "@opentelemetry/resources": "src/tracing/tracing.ts",
  "@opentelemetry/sdk-trace": "src/tracing/",
  "ipaddr.js": "src/network/public-address.ts",
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

/** The imports of a file that the tables above do not allow. */
function forbiddenImports(file: string, text: string): string[] {
  const [prefix = "", allowed = []] = Object.entries(ALLOWED).find(([start]) => file.startsWith(start)) ?? [];
  const paths = prefix.endsWith("/") ? [prefix, ...allowed] : allowed;
  return importsOf(file, text).filter((name) => {
    if (name.startsWith("node:")) return false;
    if (name.startsWith("#contract/test/")) return true;
    if (/^(src|generated|packages|#contract)\//.test(name)) return !paths.some((path) => name.startsWith(path));
    const place = SINGLE_PLACE[name];
    return place === undefined ? !allowed.includes(PACKAGES) : !file.startsWith(place);
  });
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

/**
 * The files of one import cycle, in order; undefined when there is none. `imports` maps files to
 * their imports.
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

t.test("every import is allowed by the tables above", async (t) => {
  t.ok(sources.length > 40);
  for (const { file, text } of sources) t.same(forbiddenImports(file, text), [], file);
});

t.test("the check finds imports that the tables do not allow", async (t) => {
  const forbidden: [file: string, from: string][] = [
    ["packages/contract/src/request/body.ts", "src/products/products.ts"],
    ["packages/contract/src/request/body.ts", "src/api/catalogue/wire.ts"],
    ["packages/contract/src/request/body.ts", "fastify-openapi-glue"],
    ["packages/contract/src/request/body.ts", "packages/contract/tools/config.ts"],
    ["packages/contract/tools/config.ts", "src/config.ts"],
    ["src/products/products.ts", "src/accounts/accounts.ts"],
    ["src/products/products.ts", "generated/catalogue.ts"],
    ["src/accounts/tokens.ts", "#contract/bind"],
    ["src/api/catalogue/wire.ts", "generated/users.ts"],
    ["src/api/catalogue/wire.ts", "src/database/schema.ts"],
    ["src/database/schema.ts", "src/accounts/levels.ts"],
    ["src/config.ts", "fastify"],
    ["src/config.ts", "#contract/failure"],
    ["src/app.ts", "#contract/test/pets"],
    ["src/covers/pictures.ts", "src/collections/collections.ts"],
    ["src/collections/placement.ts", "src/items/items.ts"],
    ["src/elsewhere/new.ts", "#contract/failure"],
  ];
  for (const [file, target] of forbidden) {
    const up = "../".repeat(file.split("/").length - 1);
    const from = /^(src|generated|packages)\//.test(target) ? up + target : target;
    const text = `import type {\n  A,\n} from "${from}";\nexport { B } from "node:fs";\n`;
    t.same(forbiddenImports(file, text), [target], `${file} ${target}`);
  }
  t.same(forbiddenImports("packages/contract/src/request/body.ts", 'await import("../../../../src/config.ts")'), [
    "src/config.ts",
  ]);
});

t.test("the contract layer and its tests import and name no file outside of the package", async (t) => {
  const files = globSync("packages/contract/{src,test}/**/*.ts", { cwd: ROOT });
  t.ok(files.length > 100);
  for (const file of files) t.same(filesOutsidePackage(file, readFileSync(join(ROOT, file), "utf8")), [], file);
});

t.test("the check finds what is outside of the package", async (t) => {
  for (const [text, outside] of [
    ['import { openApp } from "../../../test/support/app.ts";', ["test/support/app.ts"]],
    ['const { loadContract } = await import("../../../src/contracts.ts");', ["src/contracts.ts"]],
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

t.test("only config.ts reads the environment", async (t) => {
  // `contract lint` hands its environment to Redocly. `process.env.${…}` is text: a code sample of the API reference.
  const allowed = ["src/config.ts", "packages/contract/tools/cli/lint.ts"];
  for (const { file, text } of sources)
    if (!allowed.includes(file)) t.notMatch(text, /process\.env(?!\.\$\{)|\benv\b.*node:process/, file);
});

t.test("only the database, settings, context, command line and test mode mention SQLite or PostgreSQL", async (t) => {
  const allowed = [
    "src/database/",
    "src/config.ts",
    "src/settings/",
    "src/cli/",
    "src/context.ts",
    "src/maintenance/",
    "src/testing/",
  ];
  for (const { file, text } of sources)
    if (!allowed.some((start) => file.startsWith(start))) t.notMatch(text, /sqlite|postgres/i, file);
});

t.test("only src/network/request.ts sends HTTP requests, so that all have limits", async (t) => {
  const pattern = /from "node:https"|[^.\w]fetch\(|\bhttps?\.(request|get)\(|new Agent\(/;
  t.same(
    sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file),
    ["src/network/request.ts"],
  );
});

t.test("only the contract layer and src/api choose status codes", async (t) => {
  const others = sources.filter(({ file }) => !file.startsWith("packages/contract/") && !file.startsWith("src/api/"));
  for (const { file, text } of others) t.notMatch(text, /\.code\(\d|statusCode = |status: [1-5]\d\d/, file);
});
