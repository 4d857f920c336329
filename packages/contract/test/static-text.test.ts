import Fastify from "fastify";
import t from "tap";
import { serveStaticText } from "../src/response/static-text.ts";

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
