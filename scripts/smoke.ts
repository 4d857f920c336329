import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, env, exit, stdout } from "node:process";
import { promisify } from "node:util";

const HELP = `Starts the server as npm start does, runs the commands of the README's example as they stand there, compares every answer, and stops
the server as a service manager would.

Usage: npm run smoke
`;

/** One command of the README, and what it says that it prints. */
interface Step {
  readonly command: string;
  readonly answer: string;
}

if (argv.includes("--help")) stdout.write(HELP);
else await smoke();

async function smoke(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-smoke-"));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const server = spawn("npm", ["start"], {
    env: { ...env, PORT: String(port), DATABASE_URL: `sqlite:${join(folder, "data", "triptych.db")}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const greeting = await lineWith(server, "Triptych listens at");
    say(`up after ${Math.round(performance.now() - started)} ms: ${JSON.parse(greeting).msg}`);
    for (const path of [
      "/",
      "/docs/",
      "/openapi/catalogue.yaml",
      "/openapi/catalogue.json",
      "/health/live",
      "/health/ready",
    ])
      await expectOk(base + path);
    await runExample(base);
    server.kill("SIGTERM");
    const [code] = await once(server, "exit");
    if (code !== 0) throw new Error(`The server ended with ${code}.`);
    say("stopped on SIGTERM");
  } finally {
    server.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

async function expectOk(address: string): Promise<void> {
  const { status } = await fetch(address);
  if (status !== 200) throw new Error(`${address} was answered ${status}.`);
  say(`200 ${address}`);
}

/** Runs every command of the example in one shell, so that what one sets another may use. */
async function runExample(base: string): Promise<void> {
  const steps = stepsIn(await readFile(new URL("../README.md", import.meta.url), "utf8"));
  if (steps.length < 8) throw new Error("The README has no example.");
  const mark = "--- next ---";
  const script = steps
    .map(({ command }) => `${command.replaceAll("localhost:3000", base)}\necho\necho '${mark}'`)
    .join("\n");
  const { stdout: output } = await promisify(execFile)("bash", ["-euc", script]);
  const answers = output.split(`${mark}\n`).map((answer) => answer.trim());
  for (const [number, { command, answer }] of steps.entries()) {
    if (masked(answers[number] ?? "") !== masked(answer)) {
      throw new Error(
        `The README says of\n  ${command}\nthat it prints\n  ${answer}\nbut it printed\n  ${answers[number]}`,
      );
    }
    say(`$ ${command}`);
  }
}

function stepsIn(readme: string): Step[] {
  const example = /```console\n([^]*?)```/.exec(readme)?.[1] ?? "";
  return example
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = "", ...answer] = step.trimEnd().split("\n");
      return { command, answer: answer.join("\n") };
    });
}

/** Ids differ from run to run. */
function masked(text: string): string {
  return text.replaceAll(/[0-9a-f]{24}/g, "<id>");
}

async function lineWith(server: ChildProcess, text: string): Promise<string> {
  let output = "";
  for await (const chunk of server.stdout ?? []) {
    output += chunk;
    const line = output.split("\n").find((complete) => complete.includes(text) && complete.endsWith("}"));
    if (line !== undefined) return line;
  }
  throw new Error(`The server ended. It said: ${output}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") exit(1);
  return address.port;
}

function say(sentence: string): void {
  stdout.write(`${sentence}\n`);
}
