import { registerHooks } from "node:module";
import process from "node:process";
import { getHeapSpaceStatistics } from "node:v8";

// Preloaded into a server: responds to a message with what it has loaded.
// JavaScript, because Node's TypeScript loader is among what must not be loaded.
const urls = new Set();
registerHooks({
  load(url, context, next) {
    urls.add(url);
    return next(url, context);
  },
});

process.on("message", () => {
  const internals = Reflect.get(process, "moduleLoadList");
  const idle = { youngGeneration: sizeOfYoungGeneration() };
  const underLoad = { youngGeneration: sizeWithSurvivors() };
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
