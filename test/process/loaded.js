import { registerHooks } from "node:module";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";

// Preloaded into a server: responds to a message with what it has loaded.
// JavaScript, because Node's TypeScript loader is among what must not be loaded.
const urls = new Set();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    urls.add(resolved.url);
    return resolved;
  },
});

process.on("message", async () => {
  const internals = Reflect.get(process, "moduleLoadList");
  const idle = { youngGeneration: sizeOfYoungGeneration() };
  const underLoad = { isOptimised: await becomesOptimised(), youngGeneration: sizeWithSurvivors() };
  process.send?.({ urls: [...urls], internals, idle, underLoad });
});
process.channel?.unref();

/** In MiB. */
function sizeOfYoungGeneration() {
  return Number(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size) / 2 ** 20;
}

/** The size of the young generation once many objects have survived its collections. */
function sizeWithSurvivors() {
  const survivors = Array.from({ length: 500_000 }, (_, index) => ({ index }));
  return survivors.length > 0 && sizeOfYoungGeneration();
}

/** Whether V8 optimises a function that is called often. */
async function becomesOptimised() {
  setFlagsFromString("--allow-natives-syntax");
  const statusOf = runInThisContext("(f) => %GetOptimizationStatus(f)");
  const sum = runInThisContext("(n) => { let sum = 0; for (let i = 0; i < n; i++) sum += i % 7; return sum; }");
  // The bit of optimised functions, kOptimized in V8's runtime.h.
  for (let round = 0; round < 100 && (statusOf(sum) & 16) === 0; round++) {
    for (let call = 0; call < 1000; call++) sum(100);
    // V8 optimises in another thread.
    await setTimeout(1);
  }
  return (statusOf(sum) & 16) !== 0;
}
