import process from "node:process";
import type { Outcome, Settings } from "../../harness/server-process.ts";
import { execute } from "../../src/cli/run.ts";

// Runs commands for `command-runner.ts`, one after the other, in the process that loads this module.

interface Request {
  readonly args: readonly string[];
  readonly settings: Settings;
}

const { PATH } = process.env;

async function run({ args, settings }: Request): Promise<Outcome> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, { PATH }, settings);
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      written[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("latin1");
      return true;
    };
  }
  return { code: await execute(args), ...written };
}

process.on("message", async (request: Request) => {
  process.send?.(await run(request));
});
