import { setPriority } from "node:os";
import type { Call, Reply } from "./processes.ts";

// Runs in a child process (`processes.ts`), so that hostile input can exhaust or crash only that process.

/** When processors are busy, a process with 5 gets a third of the time that the server gets; with 10, a tenth. */
const PRIORITY = 5;

setPriority(PRIORITY);

process.on("message", (call: Call) => {
  run(call).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) }),
  );
});

async function run({ task, input }: Call): Promise<unknown> {
  const { work } = await import(task);
  return work(input);
}

function reply(message: Reply): void {
  process.send?.(message);
}
