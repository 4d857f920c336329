import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import t from "tap";
import { ROOT } from "../../harness/server-process.ts";
import { freePort } from "../../src/base/free-port.ts";
import { BASE, builderOptions, makeBaseImage } from "../support/base-image.ts";
import { FOLDER, optionsOf, readServices, type Service } from "../support/compose.ts";
import { type Containers, LIMITS, openContainers } from "../support/containers.ts";
import { asRoot, run } from "../support/run.ts";

const IMAGE = "localhost/triptych";
const MAX_MIB = 300;
const USER = "10001";
const COMMAND = "node /opt/triptych/src/entry.js";

t.test("the container image", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "triptych-image-"));
  t.teardown(() => run(asRoot(["rm", "-rf", folder])));
  const containers = await openContainers(t, folder);
  await makeBaseImage(containers, folder);
  await containers([
    ...["buildah", "build", "--isolation", "chroot", "--format", "docker", "--pull-never", "--quiet"],
    ...["--build-arg", `BASE=${BASE}`, "--build-arg", `BUILDER=${BASE}`, ...(await builderOptions())],
    ...["--file", join(ROOT, "deploy/container/Containerfile"), "--tag", IMAGE, ROOT],
  ]);
  const inImage = (options: readonly string[], script: string) =>
    containers([
      ...["podman", "run", "--rm", "--network", "none", "--entrypoint", "node", ...LIMITS, ...options],
      ...[IMAGE, "--input-type=module", "--eval", script],
    ]);

  t.test("is small", async (t) => {
    const [{ Size }] = JSON.parse(await containers(["podman", "image", "inspect", IMAGE]));
    const mib = Math.round(Size / 1024 / 1024);
    t.comment(`${mib} MiB`);
    t.ok(mib <= MAX_MIB, `${mib} MiB`);
  });

  t.test("contains the production packages, which its SBOM lists, and no files of development", async (t) => {
    const script = `
      import { readdirSync, readFileSync } from "node:fs";
      const files = readdirSync("/opt/triptych", { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
      const sbom = JSON.parse(readFileSync("/opt/triptych/sbom.cdx.json", "utf8"));
      console.log(JSON.stringify({
        paths: files.map((file) => file.parentPath + "/" + file.name),
        listed: sbom.components.map(({ group, name }) => group ? group + "/" + name : name),
      }));`;
    const { paths, listed }: { paths: string[]; listed: string[] } = JSON.parse(await inImage([], script));
    const packages = paths.flatMap(
      (path) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? [],
    );
    t.ok(packages.includes("fastify"));
    t.same(
      packages.filter((name) => !listed.includes(name)),
      [],
      "the SBOM lists every package",
    );
    for (const name of ["typescript", "tap", "@biomejs/biome", "playwright-core"])
      t.notOk(packages.includes(name), name);
    const own = paths.filter((path) => !path.includes("/node_modules/")).map((path) => path.split("/")[3] ?? "");
    t.same([...new Set(own)].sort(), [
      ...["LICENSE", "NOTICE", "deploy", "docs", "generated", "package-lock.json", "package.json", "packages"],
      "sbom.cdx.json",
      "src",
    ]);
    t.same(
      paths.filter((path) => /\/\.(git|npmrc|env)$|\.(db|pem|key)$/.test(path)),
      [],
    );
  });

  t.test("the health check fails without a server", async (t) => {
    const script = `
      import { spawnSync } from "node:child_process";
      console.log(spawnSync("node", ["/opt/triptych/deploy/container/health.ts"], { encoding: "utf8" }));`;
    t.match(await inImage([], script), /status: 1,/);
  });

  t.test("compose.yaml runs it as an unprivileged user with a read-only root, keeps its data and stops", async (t) => {
    const port = await freePort();
    const { triptych = {} } = await readServices(t);
    const first = await startContainer(containers, { name: "first", port, service: triptych });
    t.equal((await containers(["podman", "exec", "first", "node", "-p", "process.getuid()"])).trim(), USER);
    await t.rejects(
      containers(["podman", "exec", "first", "node", "-e", 'fs.writeFileSync("/opt/triptych/x", "")']),
      /EROFS/,
    );
    await containers(["podman", "healthcheck", "run", "first"]);
    for (const path of ["/docs/quickstart", "/docs/errors", "/docs/proof"]) t.equal(await get(port, path), 200, path);
    const [email, password] = ["root@example.com", "correct horse battery"];
    const create = `${COMMAND} user create --level 4 --password-stdin --email ${email} --name Root`;
    await containers(["podman", "exec", "first", "sh", "-c", `echo ${password} | ${create}`]);
    t.equal(await login(port, { email, password }), 200);
    await containers(["podman", "kill", "--signal", "TERM", "first"]);
    t.equal(await first.exit, 0);
    t.match(first.output(), /http:\/\/localhost:3000\/setup#.*stopped/s);

    const service = { ...triptych, command: await commentedCommand() };
    const second = await startContainer(containers, { name: "second", port, service });
    t.equal(await login(port, { email, password }), 200);
    const untilBackup = "until ls /data/backups/*.tar.zst; do sleep 0.1; done";
    await containers(["podman", "exec", "second", "timeout", "60", "sh", "-c", untilBackup]);
    await containers(["podman", "kill", "--signal", "TERM", "second"]);
    t.equal(await second.exit, 0);
  });
});

/** The command in compose.yaml that makes hourly backups. */
async function commentedCommand(): Promise<readonly string[]> {
  const file = await readFile(join(FOLDER, "compose.yaml"), "utf8");
  return JSON.parse(/^ *#command: (.*)$/m.exec(file)?.[1] ?? "");
}

interface ContainerOptions {
  readonly name: string;
  readonly port: number;
  readonly service: Service;
}

/** Starts a service in the foreground of a container, on this machine's network, and waits until it is ready. */
async function startContainer(containers: Containers, { name, port, service }: ContainerOptions) {
  const { environment, command = [] } = service;
  const settings = Object.entries({ ...environment, HOST: "127.0.0.1", PORT: String(port), DRAIN_SECONDS: "0" });
  const [program = "", ...args] = containers.commandOf([
    ...["podman", "run", "--rm", "--name", name, "--network", "host", ...LIMITS, ...optionsOf(service)],
    ...settings.flatMap(([setting, value]) => ["--env", `${setting}=${value}`]),
    ...[IMAGE, ...command],
  ]);
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  let exited = false;
  const exit = once(child, "close").then(([code]): unknown => {
    exited = true;
    return code;
  });
  while (!(await isReady(port))) {
    if (exited) throw new Error(`The container exited. ${output}`);
    await setTimeout(50);
  }
  return { exit, output: () => output };
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}

async function get(port: number, path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  await response.arrayBuffer();
  return response.status;
}

async function login(port: number, credentials: { email: string; password: string }): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  return status;
}
