import process from "node:process";
import { getHeapStatistics } from "node:v8";

// Preloaded into a server: responds to a message with the sizes of the heap while it makes garbage. JavaScript, as is
// loaded.js.

const OBJECTS = 300_000;
const ROUNDS = 40;

process.on("message", () => {
  // Each object is replaced after all others, so it is garbage that only the collector of old objects finds.
  const objects = Array.from({ length: OBJECTS }, (_, number) => ({ number, numbers: [number] }));
  const sizes = [];
  for (let number = 0; number < ROUNDS * OBJECTS; number++) {
    objects[number % OBJECTS] = { number, numbers: [number] };
    if (number % 1_000 === 0) sizes.push(getHeapStatistics().used_heap_size);
  }
  process.send?.(sizes);
});
process.channel?.unref();
