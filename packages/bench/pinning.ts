import { availableParallelism } from "node:os";
import { platform } from "node:process";

/** Whether the servers can be pinned to one core and the load to another. */
export const CAN_PIN = platform === "linux" && availableParallelism() > 1;

/** The core that all servers share. Only one server at a time is loaded; the others are idle. */
export const SERVER_CORE = 0;

export const LOAD_CORE = 1;

/** A command that runs `command` on one core; on all cores if `core` is undefined or pinning is not possible. */
export function pinned(core: number | undefined, command: readonly string[]): [program: string, args: string[]] {
  const [program = "", ...args] = command;
  return CAN_PIN && core !== undefined ? ["taskset", ["-c", String(core), ...command]] : [program, args];
}
