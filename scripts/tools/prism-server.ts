import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { freePort } from "../../src/base/free-port.ts";
import { TOOLS } from "./npm.ts";

const PROGRAM = join(TOOLS, "node_modules/@stoplight/prism-cli/dist/index.js");

/** Milliseconds after which a mock server is killed. */
const TIMEOUT = 300_000;

/** A running mock server. */
export interface MockServer {
  readonly base: string;
  readonly stop: () => Promise<void>;
}

/** Starts Prism as the mock server of an OpenAPI document. */
export async function startMockServer(file: string): Promise<MockServer> {
  const base = { host: "127.0.0.1", port: await freePort() };
  const args = [PROGRAM, "mock", "--cors", "false", "--host", base.host, "--port", String(base.port), file];
  const child = spawn(execPath, args, { stdio: ["ignore", "pipe", "inherit"], timeout: TIMEOUT });
  const kill = () => child.kill();
  process.once("exit", kill);
  const exit = once(child, "close").finally(() => process.off("exit", kill));
  const printed: string[] = [];
  const listening = new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      printed.push(line);
      if (line.includes("Prism is listening")) resolve();
    });
  });
  const failure = exit.then(() => Promise.reject(new Error(`Prism did not start.\n${printed.join("\n")}`)));
  await Promise.race([listening, failure]);
  return {
    base: `http://${base.host}:${base.port}`,
    async stop() {
      kill();
      await exit;
    },
  };
}
