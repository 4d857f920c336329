import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import t from "tap";
import { extract } from "tar-stream";
import { packed } from "../../src/packing/packages.ts";
import { openApp } from "../support/app.ts";

/** The content of the files in a packed package, by their path in it. */
async function unpack(tarball: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const archive = extract();
  archive.end(gunzipSync(tarball));
  for await (const entry of archive) files.set(entry.header.name, (await buffer(entry)).toString());
  return files;
}

t.test("the server serves the SDK for npm install, always as the same bytes", async (t) => {
  const { base } = await openApp(t);
  const url = `${base}/sdk/triptych-sdk.tgz`;
  const response = await fetch(url);
  t.equal(response.status, 200);
  t.equal(response.headers.get("content-type"), "application/gzip");
  const tarball = Buffer.from(await response.arrayBuffer());
  t.ok(tarball.equals(await packed("triptych-sdk")));
  const files = await unpack(tarball);
  t.match(files.get("package/package.json"), '"name": "triptych-sdk"');
  t.match(files.get("package/dist/triptych.js"), 'from "./account.js"');
  t.match(files.get("package/dist/triptych.d.ts"), "createAccountClients");

  const etag = response.headers.get("etag") ?? "";
  t.match(etag, /^"[\w-]{43}"$/);
  const again = await fetch(url, { headers: { "if-none-match": etag } });
  t.equal(again.status, 304);
  t.equal((await fetch(`${base}/sdk/other.tgz`)).status, 404);
});

t.test("the package for tests has only JavaScript, declarations, and what the server reads", async (t) => {
  const files = await unpack(await packed("triptych-tap"));
  const { name, exports, dependencies } = JSON.parse(files.get("package/package.json") ?? "");
  t.equal(name, "triptych");
  for (const path of Object.values(exports["./tap"])) t.ok(files.has(`package/${String(path).slice(2)}`), String(path));
  t.same(
    Object.entries(dependencies).filter(([, version]) => typeof version !== "string"),
    [],
  );
  t.notOk("node" in dependencies, "tests run with the Node of their project");
  t.same(
    [...files.keys()].filter((path) => /(?<!\.d)\.ts$/.test(path)),
    [],
  );
  // Node 22 has none of this.
  const newer = /^\s*(?:await )?using \w+ = .*;$|\bnew AsyncDisposableStack\b|\bRegExp\.escape\(|\bPromise\.try\(/m;
  t.same(
    [...files]
      .filter(([path, text]) => path.endsWith(".js") && !path.includes("/archive/") && newer.test(text))
      .map(([path]) => path),
    [],
  );
});
