import { getPriority } from "node:os";
import process from "node:process";

/** Does what the test of isolated processes asks for. */
export function work(what: "environment" | "process" | "priority" | "throw" | "loop" | "fill" | "exit"): unknown {
  if (what === "environment") return Object.keys(process.env);
  if (what === "process") return process.pid;
  if (what === "priority") return getPriority();
  if (what === "throw") throw new Error("Not readable.");
  if (what === "exit") process.exit(3);
  const kept: unknown[] = [];
  // An endless loop, which also fills the heap if asked to.
  for (let turn = 0; ; turn++) if (what === "fill") kept.push({ turn });
}
