import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import t, { type Test } from "tap";
import { openBrowser } from "../support/browser.ts";
import { openUsers } from "../support/users.ts";

const HOUR = 60 * 60 * 1000;

const browser = await openBrowser();
t.teardown(() => browser.close());

/** What a page loads: the SDK and what is done with it, as one script for browsers. */
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("sdk-scenario.ts", import.meta.url))],
  bundle: true,
  platform: "browser",
  format: "iife",
  globalName: "story",
  target: "es2022",
  write: false,
});
const script = outputFiles[0]?.text ?? "";

/** A server of pages alone, and the port where it listens. */
async function openPages(t: Test): Promise<number> {
  const server = createServer((_request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end(
        `<!doctype html><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,"><script>${script}</script>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object(server.address()).port;
}

/** A page of an origin that the server of the API knows, and what a part of the story comes to there. */
async function openStory(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const port = await openPages(t);
  const known = `http://127.0.0.1:${port}`;
  const { app, key } = await openUsers(t, { CORS_ORIGINS: known, ...settings });
  const context = await browser.newContext();
  t.teardown(() => context.close());
  const page = await context.newPage();
  const told = JSON.stringify({ baseUrl: app.base, key });
  return {
    app,
    page,
    known,
    unknown: `http://localhost:${port}`,
    play: (part: string): Promise<unknown> => page.evaluate(`story.${part}(${told})`),
  };
}

t.test("a page of another origin uses all three clients", async (t) => {
  const { app, page, known, play } = await openStory(t);
  await page.goto(known);
  const seen = Object(await play("tell"));
  t.match(seen, {
    products: ["Lamp", "Chair", "Desk"],
    path: "/name",
    requestId: /^[\w-]+$/,
    collection: { title: "Read", color: "#f80808" },
    cover: "image/webp",
    users: ["Ann", "Bob", "Ada"],
  });
  t.ok(app.log.some((line) => line.includes(`"reqId":"${seen.requestId}"`)));
});

t.test("a page reads Retry-After, and waits", async (t) => {
  const { app, page, known, play } = await openStory(t, { RATE_LIMIT_PER_HOUR: "1" });
  await app.send("GET", "/api/v1/users.json");
  app.pass(HOUR - 1000);
  await page.goto(known);
  let refusals = 0;
  page.on("response", (response) => {
    if (response.status() !== 429) return;
    refusals += 1;
    // The last second of the hour is over once the patient were refused.
    if (refusals === 2) app.pass(1000);
  });
  t.same(await play("wait"), { retryAfter: 1, users: ["Ann", "Bob"] });
  t.equal(refusals, 2);
});

t.test("a page of an origin that is not listed sees nothing", async (t) => {
  const { page, unknown, play } = await openStory(t);
  await page.goto(unknown);
  t.equal(await play("look"), "nothing");
});

t.test("the bundle holds no more than it needs", async (t) => {
  t.notMatch(script, /\brequire\(/);
  t.ok(script.length < 60_000, `${script.length} characters`);
});
