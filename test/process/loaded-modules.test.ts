import { once } from "node:events";
import { globSync } from "node:fs";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import t from "tap";
import { PROGRAM, ROOT, startServer as startProcess } from "../../harness/server-process.ts";
import packageJson from "../../package.json" with { type: "json" };
import { sender } from "../support/app.ts";
import { engine, migratedDatabaseUrl } from "../support/databases.ts";
import { startServer } from "../support/process.ts";

const PRELOADED = fileURLToPath(new URL("loaded.js", import.meta.url));

/** The dependencies that a server needs. Others are loaded when something uses them, and take no memory until then. */
const NEEDED = [
  "@fastify/cookie",
  "@fastify/cors",
  "@fastify/csrf",
  "@fastify/csrf-protection",
  "@fastify/formbody",
  "@fastify/jwt",
  "@fastify/multipart",
  "@fastify/proxy-addr",
  "@fastify/rate-limit",
  "ajv",
  "ajv-formats",
  "better-sqlite3",
  "entities",
  "fastify",
  "fastify-openapi-glue",
  "ghtml",
  "ipaddr.js",
  "kysely",
  "lru-cache",
  "negotiator",
  "p-limit",
  ...(engine === "postgres" ? ["pg"] : []),
  "pino",
];

/** Our modules that only other commands, rare requests or settings need. */
const UNNEEDED = [
  /\/src\/database\/migrations\/(?!migrations)/,
  /\/src\/database\/[a-z]+\/archive\/(?!presence)/,
  /\/src\/library\/export\/archive\.ts/,
  /\/src\/maintenance\/(?!backup\/)/,
  /\/src\/mcp\/(?!plugin)/,
  /\/src\/metrics\/(?!requests|registry|histogram)/,
  /\/src\/network\/post/,
  /\/src\/packing\//,
  /\/src\/pages\/reference\/(?!plugin|groups|guide|(?:own-)?credential|contract-files|text-files|workflow-files|packages)/,
  /\/src\/testing\//,
  /\/src\/tracing\//,
  /\/src\/cli\/shared\/(?:table|progress)/,
];

/** Internal modules of Node: `fetch`, which importing all names of node:http loads, and the loader of TypeScript. */
const UNNEEDED_INTERNALS = /undici|amaro/;

/** In MiB: two halves of at most 8 each. The start lets them grow to 1. */
const SMALL_YOUNG_GENERATION = 8;

interface Loaded {
  readonly urls: readonly string[];
  readonly internals: readonly string[];
  readonly idle: { readonly youngGeneration: number };
  readonly underLoad: { readonly youngGeneration: number };
}

t.test("the modules that a server does not need exist", async (t) => {
  const files = globSync("src/**/*.ts", { cwd: ROOT }).map((file) => `/${file}`);
  for (const pattern of UNNEEDED)
    t.ok(
      files.some((file) => pattern.test(file)),
      String(pattern),
    );
});

t.test("a server loads only what its requests need", async (t) => {
  const settings = { DATABASE_URL: await migratedDatabaseUrl(t) };
  // Migrates, and stores the compiled modules.
  await (await startServer(t, settings)).stop();

  const command = [execPath, "--import", PRELOADED, ...PROGRAM, "start"];
  const { base, child, stop } = await startProcess({ settings, command, ipc: true });
  t.teardown(() => stop());
  const send = sender(base);
  t.equal((await send("GET", "/api/products")).status, 200);
  t.equal((await send("GET", "/api/v1/users.json", { headers: { "user-agent": "test" } })).status, 401);
  t.equal((await send("GET", "/rest/v1/collections")).status, 401);
  t.equal((await send("GET", "/")).status, 200);

  child.send("loaded");
  const [message] = await once(child, "message");
  const { urls, internals, idle, underLoad }: Loaded = message;
  const loaded = Object.keys(packageJson.dependencies).filter((name) =>
    urls.some((url) => url.includes(`/node_modules/${name}/`)),
  );
  t.same(loaded, NEEDED);
  t.same(
    urls.filter((url) => UNNEEDED.some((pattern) => pattern.test(url))),
    [],
  );
  t.same(
    internals.filter((name) => UNNEEDED_INTERNALS.test(name)),
    [],
  );

  t.ok(idle.youngGeneration <= SMALL_YOUNG_GENERATION, `the young generation has ${idle.youngGeneration} MiB`);
  t.ok(underLoad.youngGeneration > SMALL_YOUNG_GENERATION, `and ${underLoad.youngGeneration} MiB under load`);
});
