import Fastify from "fastify";
import t from "tap";
import { DEFAULT_ENVELOPE, sendFailures } from "../src/response/failures.ts";
import { serveStaticText, serveStaticTexts } from "../src/response/static-text.ts";

t.test("serveStaticText: loads a text once, and again after it could not be loaded", async (t) => {
  const app = Fastify();
  let loads = 0;
  const text = async () => {
    loads++;
    if (loads === 1) throw new Error("The file is missing.");
    return "A text.";
  };
  serveStaticText(app, { path: "/text", type: "text/plain", text, policy: "default-src 'none'" });
  const get = () => app.inject("/text");
  t.equal((await get()).statusCode, 500);
  t.equal((await get()).body, "A text.");
  t.equal((await get()).headers["content-security-policy"], "default-src 'none'");
  t.equal(loads, 2);
});

t.test("serveStaticTexts: serves each text at its path, and no other paths", async (t) => {
  const app = Fastify();
  sendFailures(app, DEFAULT_ENVELOPE);
  const policy = "default-src 'none'";
  serveStaticTexts(app, "/:version/", [
    { path: "/:version/one.txt", type: "text/plain", text: "One.", policy },
    { path: "/:version/more/two.md", type: "text/markdown", text: "Two.", policy },
  ]);
  const get = async (path: string) => {
    const { statusCode, headers, body } = await app.inject(path);
    return { status: statusCode, type: headers["content-type"], body };
  };
  t.match(await get("/1/one.txt"), { status: 200, type: /^text\/plain/, body: "One." });
  t.match(await get("/2/more/two.md"), { status: 200, type: /^text\/markdown/, body: "Two." });
  for (const path of ["/1/", "/1/two.md", "/1/more/one.txt", "/1/one.txt/", "/1/constructor"])
    t.match(await get(path), { status: 404, body: "This path does not exist." }, path);
});
