import { createServer } from "node:net";
import t from "tap";
import { listen } from "#contract/test/raw";
import { freePort } from "../../src/base/free-port.ts";

const COUNT = 50;

t.test("freePort: a port is free, and none that a server gets that listens on any port", async (t) => {
  const others: number[] = [];
  for (let count = 0; count < COUNT; count++) {
    const server = createServer();
    others.push(await listen(server));
    t.teardown(() => server.close());
  }
  const lowest = Math.min(...others);
  for (let count = 0; count < COUNT; count++) {
    const port = await freePort();
    t.ok(port < lowest, `${port} is below ${lowest}`);
    const server = createServer();
    t.teardown(() => server.close());
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  }
});
