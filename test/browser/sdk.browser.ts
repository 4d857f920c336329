import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import t, { type Test } from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { openApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import * as people from "../support/people.ts";
import { installSdk, readmeExamples } from "../support/sdk-project.ts";
import { openUsers } from "../support/users.ts";

const SEPARATOR = "--- next ---";

const HOUR = 60 * 60 * 1000;

const browser = await openBrowser();
t.teardown(() => browser.close());

/** The SDK and the scenarios, bundled for browsers. */
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("sdk-scenario.ts", import.meta.url))],
  bundle: true,
  platform: "browser",
  format: "iife",
  globalName: "scenarios",
  target: "es2022",
  write: false,
});
const script = outputFiles[0]?.text ?? "";

/** Serves a page with a script; returns the port. */
async function servePage(t: Test, content = `<script>${script}</script>`): Promise<number> {
  const server = createServer((_request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end(`<!doctype html><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">${content}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port.");
  return address.port;
}

/** Opens an API server with one allowed origin, and a browser page that runs scenarios against it. */
async function openScenarios(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const port = await servePage(t);
  const allowedOrigin = `http://127.0.0.1:${port}`;
  const { app, key } = await openUsers(t, { CORS_ORIGINS: allowedOrigin, ...settings });
  const context = await browser.newContext();
  t.teardown(() => context.close());
  const page = await context.newPage();
  const options = JSON.stringify({ baseUrl: app.base, key });
  return {
    app,
    page,
    allowedOrigin,
    foreignOrigin: `http://localhost:${port}`,
    run: (name: string): Promise<unknown> => page.evaluate(`scenarios.${name}(${options})`),
  };
}

t.test("a page from an allowed origin can use all three clients", async (t) => {
  const { app, page, allowedOrigin, run } = await openScenarios(t);
  await page.goto(allowedOrigin);
  const result = (await run("useAllClients")) as { readonly requestId: string };
  t.match(result, {
    products: ["Lamp", "Chair", "Desk"],
    path: "/name",
    requestId: /^[\w-]+$/,
    collection: { title: "Read", color: "#f80808" },
    cover: "image/webp",
    users: ["Ann", "Bob", "Ada"],
  });
  t.ok(app.log.some((line) => line.includes(`"reqId":"${result.requestId}"`)));
});

t.test("a page from an allowed origin can read Retry-After, and retries", async (t) => {
  const { app, page, allowedOrigin, run } = await openScenarios(t, { RATE_LIMIT_PER_HOUR: "1" });
  await app.send("GET", "/api/v1/users.json");
  app.advanceClock(HOUR - 1000);
  await page.goto(allowedOrigin);
  let rejections = 0;
  page.on("response", (response) => {
    if (response.status() !== 429) return;
    rejections += 1;
    // The rate limit ends once both clients have received a 429, so the retry succeeds.
    if (rejections === 2) app.advanceClock(1000);
  });
  t.same(await run("retryAfterLimit"), { retryAfter: 1, users: ["Ann", "Bob"] });
  t.equal(rejections, 2);
});

t.test("a page from an origin that is not allowed gets no response", async (t) => {
  const { page, foreignOrigin, run } = await openScenarios(t);
  await page.goto(foreignOrigin);
  t.equal(await run("callFromForeignOrigin"), "no response");
});

t.test("the bundle contains no Node modules and stays small", async (t) => {
  t.notMatch(script, /\brequire\(/);
  t.ok(script.length < 60_000, `${script.length} characters`);
});

t.test("the README's examples, bundled with the packed SDK, print in a browser what the README shows", async (t) => {
  const { folder, installed } = await installSdk(t);
  const examples = readmeExamples(await readFile(join(installed, "README.md"), "utf8"));
  // The page is served before the server, whose URL it needs: the script gets it in the address.
  const [base, key] = ["new URL(location).searchParams.get('base')", "new URL(location).searchParams.get('key')"];
  const code = examples
    .map(({ code }) => `${code}console.log("${SEPARATOR}");\n`)
    .join("")
    .replaceAll('"http://localhost:3000"', base)
    .replaceAll("process.env.TRIPTYCH_KEY", key)
    // A browser sends its own.
    .replace(/^ *userAgent: .*\n/m, "")
    .concat("window.isOver = true;");
  const bundle = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    platform: "browser",
    format: "esm",
    write: false,
  });
  const port = await servePage(t, `<script type="module">${bundle.outputFiles[0]?.text}</script>`);
  const app = await openApp(t, { CORS_ORIGINS: `http://127.0.0.1:${port}` });
  const { id } = await people.createPerson(app, "Root");
  await people.setLevel(app, id, 4);
  const context = await browser.newContext();
  t.teardown(() => context.close());
  const page = await context.newPage();
  const printed: string[] = [];
  page.on("pageerror", (error) => printed.push(String(error)));
  page.on("console", (message) => {
    // Chromium logs failed requests, which some examples are about.
    if (message.type() === "log") printed.push(message.text());
  });
  const apiKey = await people.createKey(app, id);
  trackSecrets(apiKey);
  const search = new URLSearchParams({ base: app.base, key: apiKey });
  await page.goto(`http://127.0.0.1:${port}/?${search}`);
  await page.waitForFunction("window.isOver === true");
  const sections = `${printed.join("\n")}\n`.split(`${SEPARATOR}\n`);
  t.same(sections, [...examples.map(({ output }) => output), ""]);
});
