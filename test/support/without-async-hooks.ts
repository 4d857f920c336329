import hooks, { type AsyncHook } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";

// tap traces every promise with async hooks, to tell which test caused an error that nothing awaits. That takes a
// third of the time of tests that send many queries. Without it, such an error ends the process, and its suite fails.
// `.taprc` loads this module before tap.

function createHook(): AsyncHook {
  const hook: AsyncHook = { enable: () => hook, disable: () => hook };
  return hook;
}

Object.defineProperty(hooks, "createHook", { value: createHook });
syncBuiltinESMExports();
