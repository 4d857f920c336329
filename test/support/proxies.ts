import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, getuid } from "node:process";
import type { Test } from "tap";
import { ROOT } from "../../harness/server-process.ts";
import { freePort } from "../../src/base/free-port.ts";
import { run } from "./run.ts";

/** A proxy with TLS at `https://localhost`. */
export interface TlsProxy {
  readonly https: string;
  readonly http: string;
  /** The certificate of the authority that signed the proxy's certificate. */
  readonly authority: string;
}

/** The host name and the port of the server in the files of `deploy/`. */
const HOST = "triptych.example.com";
const UPSTREAM = "127.0.0.1:3000";

/** Starts nginx with `deploy/nginx/triptych.conf`, a certificate of its own and free ports. */
export async function startNginx(t: Test, upstreamPort: number): Promise<TlsProxy> {
  const folder = await temporaryFolder(t);
  const [http, https] = [await freePort(), await freePort()];
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const request = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  const names = ["-addext", "subjectAltName=DNS:localhost"];
  await run(["openssl", "req", ...request, ...names, "-keyout", key, "-out", certificate]);
  const site = replaceAll(await readFile(join(ROOT, "deploy/nginx/triptych.conf"), "utf8"), {
    [HOST]: "localhost",
    [UPSTREAM]: `127.0.0.1:${upstreamPort}`,
    "listen 80;": `listen ${http};`,
    "listen [::]:80;": "",
    "listen 443 ssl http2;": `listen ${https} ssl http2;`,
    "listen [::]:443 ssl http2;": "",
    "/etc/ssl/certs/localhost.pem": certificate,
    "/etc/ssl/private/localhost.key": key,
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  await writeFile(
    join(folder, "nginx.conf"),
    `${getuid?.() === 0 ? "user root;" : ""} daemon off; pid ${folder}/pid; error_log stderr warn; events {}
    http { access_log off; ${temporary.join(" ")}
    ${site} }`,
  );
  await startProxy(t, ["nginx", "-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"]);
  return untilListening({
    https: `https://localhost:${https}`,
    http: `http://localhost:${http}`,
    authority: certificate,
  });
}

/** Starts Caddy with `deploy/caddy/Caddyfile`, its own authority and free ports. */
export async function startCaddy(t: Test, upstreamPort: number): Promise<TlsProxy> {
  const folder = await temporaryFolder(t);
  const [http, https] = [await freePort(), await freePort()];
  // Otherwise Caddy adds its authority to those that this machine trusts.
  const site = replaceAll(await readFile(join(ROOT, "deploy/caddy/Caddyfile"), "utf8"), {
    "admin off": "admin off\n\tskip_install_trust",
  });
  await writeFile(join(folder, "Caddyfile"), site);
  await startProxy(t, ["caddy", "run", "--config", join(folder, "Caddyfile")], {
    DOMAIN: "localhost",
    UPSTREAM: `127.0.0.1:${upstreamPort}`,
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
  const authority = join(folder, "caddy/pki/authorities/local/root.crt");
  return untilListening({ https: `https://localhost:${https}`, http: `http://localhost:${http}`, authority });
}

async function startProxy(t: Test, [program = "", ...args]: readonly string[], settings: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, args, {
    env: { PATH: `${env.PATH}:/usr/sbin`, ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const ended = once(child, "close");
  t.teardown(async () => {
    child.kill("SIGTERM");
    await ended;
    if (!t.passing()) t.comment(output);
  });
}

async function untilListening(proxy: TlsProxy): Promise<TlsProxy> {
  const retries = ["--retry", "100", "--retry-delay", "1", "--retry-all-errors"];
  await run(["curl", "--silent", "--ipv4", "--cacert", proxy.authority, ...retries, `${proxy.https}/health/live`]);
  return proxy;
}

async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-proxy-"));
  await chmod(folder, 0o755);
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Replaces texts one after the other. Throws if one is missing. */
function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration does not contain ${from}`);
    return result.replaceAll(from, to);
  }, text);
}
