import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fastify from "fastify";
import t from "tap";
import { openForm } from "../src/request/streamed-form.ts";
import { acceptUploads } from "../src/request/upload.ts";
import { ANY_PACE } from "./support/uploads.ts";

const MIB = 1024 * 1024;
const SIZE = 64 * MIB;

/** Parts of a file between two collections of young objects. */
const PARTS_PER_COLLECTION = 16;

setFlagsFromString("--expose-gc");
const collect: (options?: { readonly type: "minor" }) => void = runInNewContext("gc");

/** Collects garbage, and returns the bytes of all buffers that are still referenced. */
function countBufferBytes(): number {
  collect();
  // The first collection frees buffers in the background; the second one waits for that.
  collect();
  return memoryUsage().arrayBuffers;
}

/** Like `countBufferBytes`, but collects only young objects, as Node does every few milliseconds under load. */
function countBuffersLeftByMinorCollection(): number {
  collect({ type: "minor" });
  return memoryUsage().arrayBuffers;
}

/** A form with a file of `SIZE` bytes. Sends the same buffer again and again. */
async function* largeForm(): AsyncIterable<Buffer> {
  yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
  const part = Buffer.alloc(MIB);
  for (let sent = 0; sent < SIZE; sent += part.length) yield part;
  yield Buffer.from("\r\n--x--\r\n");
}

t.test("openForm: parts of a file do not stay in memory after they were read", async (t) => {
  const app = fastify({ bodyLimit: 2 * SIZE });
  t.teardown(() => app.close());
  await acceptUploads(app);
  let [read, parts, before, peak, after] = [0, 0, 0, 0, 0];
  app.put("/", async (request) => {
    const form = openForm(request, { field: "file", maxBytes: SIZE + 1, pace: ANY_PACE });
    before = countBufferBytes();
    for await (const part of form.content()) {
      read += part.length;
      if (++parts % PARTS_PER_COLLECTION === 0) peak = Math.max(peak, countBuffersLeftByMinorCollection());
      if (read === SIZE) after = countBufferBytes();
    }
    return {};
  });
  const url = await app.listen({ port: 0 });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const response = await fetch(url, { method: "PUT", headers, body: ReadableStream.from(largeForm()), duplex: "half" });
  t.match([response.status, read], [200, SIZE]);
  for (const [when, bytes] of Object.entries({ meanwhile: peak, afterwards: after }))
    t.ok(bytes - before < SIZE / 4, `${Math.round((bytes - before) / MIB)} MiB more ${when}`);
});
