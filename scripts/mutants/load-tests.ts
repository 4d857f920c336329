import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import t from "tap";

// Runs the test files given as arguments in this process, in their order. Until this test ends, tap queues the tests
// that the files define.
t.test("load the test files", async () => {
  for (const file of argv.slice(2)) await import(pathToFileURL(file).href);
}).then(() => t.end(), t.threw);
