import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t, { type Test } from "tap";
import { createAdministrator } from "../../harness/server.ts";
import { temporaryDatabase } from "../../harness/server-process.ts";
import { startServer } from "../support/process.ts";
import { startCaddy, startNginx, type TlsProxy } from "../support/proxies.ts";
import { run } from "../support/run.ts";

const CLIENT = "127.0.0.2";
const MIB = 1024 * 1024;
const PASSWORD = "correct horse battery staple";

const PROXIES = { nginx: startNginx, Caddy: startCaddy };

for (const [name, startProxy] of Object.entries(PROXIES)) {
  t.test(`${name} in front of a server`, async (t) => {
    const { url, remove } = await temporaryDatabase();
    t.teardown(remove);
    const key = await createAdministrator(url, "root@example.com");
    const settings = { DATABASE_URL: url, TRUST_PROXY: "127.0.0.1", BASE_URL: "https://localhost" };
    const server = await startServer(t, settings);
    const proxy = await startProxy(t, Number(new URL(server.base).port));
    const curl = (args: readonly string[]) => run(["curl", ...curlOptions(proxy), ...args]);

    t.test("redirects to https, speaks HTTP/2, and sends one Strict-Transport-Security", async (t) => {
      const redirect = await curl(["--write-out", "%{http_code} %{redirect_url}", `${proxy.http}/docs?a=1`]);
      t.match(redirect, /308 https:\/\/localhost(:\d+)?\/docs\?a=1$/);
      const [version, headers = ""] = (
        await curl([
          "--http2",
          "--output",
          "/dev/null",
          "--write-out",
          "%{http_version}\n%{header_json}",
          `${proxy.https}/`,
        ])
      ).split(/\n(.*)/s);
      t.equal(version, "2");
      t.equal(JSON.parse(headers)["strict-transport-security"].length, 1);
    });

    t.test("passes on the client's IP address, and not the one that a client makes up", async (t) => {
      const login = JSON.stringify({ email: "root@example.com", password: PASSWORD });
      const from = ["--interface", CLIENT, "--header", "X-Forwarded-For: 203.0.113.9"];
      await curl([...from, "--fail", "--json", login, `${proxy.https}/api/user/login`]);
      const account = JSON.parse(
        await curl(["--header", `X-Auth-Token: ${key}`, `${proxy.https}/api/v1/users/1.json`]),
      );
      t.equal(account.logins[0].ip_address, CLIENT);
    });

    t.test("leaves errors as the server sent them", async (t) => {
      const status = ["--write-out", "\n%{http_code}"];
      const missing = "/api/products/69281a4e0f2c41d3a8e05b7c";
      t.equal(
        await curl([...status, proxy.https + missing]),
        `${await (await fetch(server.base + missing)).text()}\n404`,
      );
      t.match(await curl([...status, `${proxy.https}/rest/v1/collections`]), /"errorMessage":.*\n401$/);
    });

    t.test("does not pass on requests for metrics", async (t) => {
      for (const path of ["/metrics", "/metrics/"]) {
        const response = await curl(["--write-out", "\n%{http_code} %{header_json}", proxy.https + path]);
        t.match(response, /\n404 /, path);
        t.notMatch(response, /x-request-id/, path);
      }
    });

    t.test("keeps strong entity tags, so that If-Match works", async (t) => {
      const options = ["--compressed", "--header", `X-Auth-Token: ${key}`, "--write-out", "%{header_json}"];
      const response = await curl([...options, `${proxy.https}/api/v1/users/1.json`]);
      t.match(response, /"etag":\["\\"[^"]+\\""\]/);
    });

    t.test("passes on an upload of 100 MiB and its download", async (t) => {
      const folder = await mkdtemp(join(tmpdir(), "triptych-upload-"));
      t.teardown(() => rm(folder, { recursive: true, force: true }));
      const [file, copy] = [join(folder, "notes.txt"), join(folder, "copy.txt")];
      await writeFile(file, Buffer.alloc(100 * MIB, "A line of text.\n"));
      const bearer = ["--header", `Authorization: Bearer ${key}`];
      const upload = ["--request", "PUT", "--form", `file=@${file}`];
      const { result, item } = JSON.parse(await curl([...bearer, ...upload, `${proxy.https}/rest/v1/raindrop/file`]));
      t.equal(result, true);
      const { pathname, search } = new URL(item.link);
      await curl([...bearer, "--location", "--output", copy, proxy.https + pathname + search]);
      t.equal(await hashOf(copy), await hashOf(file));
    });

    t.test("passes on the rejection of an upload before its body has arrived", async (t) => {
      t.equal(await statusOfEndlessUpload(t, proxy), 401);
    });
  });
}

function curlOptions({ authority }: TlsProxy): readonly string[] {
  return ["--silent", "--show-error", "--ipv4", "--cacert", authority];
}

async function hashOf(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

/** The status of an upload without a credential, of which parts are sent until the response arrives. */
async function statusOfEndlessUpload(t: Test, proxy: TlsProxy): Promise<number | undefined> {
  const upload = request(`${proxy.https}/rest/v1/raindrop/file`, {
    method: "PUT",
    ca: await readFile(proxy.authority),
    headers: { "content-type": "multipart/form-data; boundary=x", "content-length": 100 * MIB },
  });
  upload.write("--x\r\n");
  // Caddy passes on a response only after it has read another part of the body.
  const sending = setInterval(() => upload.write(Buffer.alloc(1024)), 10);
  t.teardown(() => {
    clearInterval(sending);
    upload.destroy();
  });
  const [response] = await once(upload, "response");
  upload.on("error", () => {});
  return response.statusCode;
}
