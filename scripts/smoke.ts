import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, env, stdout } from "node:process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { freePort } from "../src/testing/free-port.ts";

const HELP = `Starts the server as npm start does, runs the commands of the README's examples as they stand there, compares every answer, and stops
the server as a service manager would.

Usage: npm run smoke
`;

/** One command of the README, and what it says that it prints. */
interface Step {
  readonly command: string;
  readonly answer: string;
}

/** The level of a warning in the log. */
const WARNING = 40;

if (argv.includes("--help")) stdout.write(HELP);
else await smoke();

async function smoke(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-smoke-"));
  const port = await freePort();
  const settings = { ...env, PORT: String(port), DATABASE_URL: `sqlite:${join(folder, "data", "triptych.db")}` };
  const base = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const server = spawn("npm", ["start"], {
    env: settings,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const log = linesOf(server);
    say(`${await log.next("Triptych listens at")} After ${Math.round(performance.now() - started)} ms.`);
    for (const path of [
      "/",
      "/docs/",
      "/openapi/catalogue.yaml",
      "/openapi/catalogue.json",
      "/openapi/catalogue.3.0.json",
      "/openapi/users.yaml",
      "/openapi/users.json",
      "/openapi/users.3.0.json",
      "/openapi/collections.yaml",
      "/openapi/collections.json",
      "/openapi/collections.3.0.json",
      "/account/api-keys",
      "/health/live",
      "/health/ready",
    ])
      await expectOk(base + path);
    await runExamples(base, settings);
    server.kill("SIGTERM");
    say(await log.next("stopped"));
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

/** Runs every command of the examples in one shell, so that what one sets another may use. */
async function runExamples(base: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const steps = stepsIn(await readFile(new URL("../README.md", import.meta.url), "utf8"));
  if (steps.length < 15) throw new Error("The README has no examples.");
  const mark = "--- next ---";
  const script = steps
    .map(({ command }) => `${command.replaceAll("localhost:3000", base)}\necho\necho '${mark}'`)
    .join("\n");
  const { stdout: output } = await promisify(execFile)("bash", ["-euc", script], { env: settings });
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
  const examples = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, example = ""]) =>
    example.split(/^\$ /m).slice(1),
  );
  return examples.map((step) => {
    const [command = "", ...answer] = step.trimEnd().split("\n");
    return { command, answer: answer.join("\n") };
  });
}

/** Ids and times differ from run to run. */
function masked(text: string): string {
  return text.replaceAll(/[0-9a-f]{24}/g, "<id>").replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, "<time>");
}

/** The log of a server: waits for a message that holds a text, and fails when the server ends without one. */
function linesOf(server: ChildProcessByStdio<null, Readable, null>) {
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  return {
    async next(text: string): Promise<string> {
      for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
        const { level = 0, msg = "" } = line.value.startsWith("{") ? JSON.parse(line.value) : {};
        const message = String(msg);
        if (level >= WARNING) throw new Error(`The server warns: ${message}`);
        if (message.includes(text)) return message;
      }
      throw new Error(`The server ended before it said "${text}".`);
    },
  };
}

function say(sentence: string): void {
  stdout.write(`${sentence}\n`);
}
