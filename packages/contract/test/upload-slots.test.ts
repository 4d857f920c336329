import { setImmediate } from "node:timers/promises";
import t, { type Test } from "tap";
import { acceptUploads } from "../src/request/upload.ts";
import { Uploads } from "../src/request/uploads.ts";
import { createLogger } from "../src/server/logging.ts";
import { createServer } from "../src/server/server.ts";
import { ANY_PACE } from "./support/uploads.ts";

t.test("one upload of an account is processed at a time, whatever its networks; and one of a network", async (t) => {
  const { upload, processed, end } = await serveUploads(t);
  const uploads = [upload(1, "192.0.2.1"), upload(1, "198.51.100.1"), upload(2, "192.0.2.1"), upload(3, "203.0.113.1")];
  const begun: number[] = [];
  while (begun.length < 4) {
    while (processed.length < Math.min(2, 4 - begun.length)) await setImmediate();
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    t.ok(processed.length <= 2);
    t.equal(new Set(processed.map(({ account }) => account)).size, processed.length);
    t.equal(new Set(processed.map(({ network }) => network)).size, processed.length);
    begun.push(processed[0]?.account ?? 0);
    end();
  }
  t.same(begun.sort(), [1, 1, 2, 3]);
  t.same(await Promise.all(uploads), [200, 200, 200, 200]);
});

/** Serves uploads whose processing the test ends. `account` and `network` are those of the uploads in progress. */
async function serveUploads(t: Test) {
  const processed: { account: number; network: string; end: () => void }[] = [];
  const uploads = new Uploads({ pace: ANY_PACE, maxFile: 1024 });
  const logger = createLogger("info", { write: () => {} });
  const server = createServer({ logger, envelopes: [], trustProxy: ["127.0.0.1"] });
  t.teardown(() => server.close());
  await server.register(async (scope) => {
    await acceptUploads(scope);
    scope.put("/", (request, reply) => {
      request.accountId = Number(request.headers.account);
      return uploads.process(request, reply, "cover", async () => {
        const { promise, resolve: end } = Promise.withResolvers<void>();
        processed.push({ account: request.accountId, network: request.ip, end });
        await promise;
        return "processed";
      });
    });
  });
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  return {
    processed,
    /** Ends the processing of the oldest one. */
    end: () => processed.shift()?.end(),
    upload: async (account: number, network: string) => {
      const body = new FormData();
      body.append("cover", new File(["cover"], "cover.png", { type: "image/png" }));
      const headers = { account: String(account), "x-forwarded-for": network };
      return (await fetch(base, { method: "PUT", headers, body })).status;
    },
  };
}
