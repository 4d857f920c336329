import { availableParallelism } from "node:os";
import { platform } from "node:process";

/** Whether the servers can be given one core, and the load another one. */
export const CAN_PIN = platform === "linux" && availableParallelism() > 1;

/** The core of the servers, one of which is busy at a time. */
export const SERVER_CORE = 0;

export const LOAD_CORE = 1;

/** A command that runs on one core alone, where one is named and that can be had; its program and its arguments. */
export function pinned(core: number | undefined, command: readonly string[]): [string, string[]] {
  const [program = "", ...args] = command;
  return CAN_PIN && core !== undefined ? ["taskset", ["-c", String(core), ...command]] : [program, args];
}
