import { once } from "node:events";
import t from "tap";
import { closeOf } from "#contract/test/raw";
import { ANY_PACE } from "#contract/test/uploads";
import { signIn } from "../../harness/page-client.ts";
import { postFile } from "../../harness/page-uploads.ts";
import type { Received } from "../support/app.ts";
import { registrationOf } from "../support/people.ts";
import { BOOKMARKS, COPY, COVER, ITEM_COVER, ITEM_FILE, openUploads, prepareUploads } from "../support/uploads.ts";

/**
 * Begins uploads that stall, and uploads until that is refused: those that stall may not have arrived yet. One of them
 * that was itself refused, because another upload was in progress, begins again.
 */
async function stallUntilRefused<Stalled extends { readonly received: () => string }>(
  begins: readonly (() => Stalled)[],
  upload: () => Promise<Received>,
): Promise<{ readonly stalled: readonly Stalled[]; readonly refused: Received }> {
  let stalled = begins.map((begin) => ({ begin, one: begin() }));
  for (let attempt = 0; attempt < 100; attempt++) {
    const refused = await upload();
    if (refused.status !== 200) return { stalled: stalled.map(({ one }) => one), refused };
    stalled = stalled.map(({ begin, one }) => ({ begin, one: one.received() === "" ? one : begin() }));
  }
  throw new Error("No upload was refused.");
}

t.test("uploadCover: stalled uploads do not block other networks; each network has at most four", async (t) => {
  const app = await openUploads(t);
  const { upload, begin, log } = app;
  const [ben, cleo] = [await prepareUploads(t, app, COVER, "Ben"), await prepareUploads(t, app, COVER, "Cleo")];
  const begins = [begin, begin, ben.begin, ben.begin].map((beginOne) => () => beginOne("192.0.2.1"));
  const { stalled, refused } = await stallUntilRefused(begins, () => cleo.upload("192.0.2.1"));
  t.match(refused, {
    status: 503,
    body: { error: "unavailable", errorMessage: "Too many uploads are in progress. Try again in a moment." },
  });
  t.equal(refused.headers.get("retry-after"), "5");
  const lines = log.filter((line) => line.includes(refused.headers.get("x-request-id") ?? ""));
  t.equal(lines.length, 1, "the 503 is logged once");
  t.equal((await cleo.upload("192.0.2.2")).status, 200, "another network");

  await Promise.all(stalled.map(({ finish }) => finish()));
  for (const { received } of stalled) t.match(received(), /^HTTP\/1.1 200 /);
  t.equal((await upload("192.0.2.1")).status, 200);
});

t.test("an account has at most two uploads, from all its networks, through the API and on pages", async (t) => {
  const app = await openUploads(t);
  const ben = await prepareUploads(t, app, COVER, "Ben");
  const client = await signIn(app.base, registrationOf("Ann"));
  const postOnPage = async () =>
    (await postFile(app.base, client, "/bookmarks/import", { field: "file", bytes: Buffer.from("no bookmarks") })).text;
  t.match(await postOnPage(), "The file has no bookmarks", "the file is read");
  const begins = ["192.0.2.1", "198.51.100.1"].map((network) => () => app.begin(network));
  const { stalled, refused } = await stallUntilRefused(begins, () => app.upload("203.0.113.1"));
  t.match(refused, { status: 503 });
  t.match(await postOnPage(), "Too many uploads");
  for (const network of ["192.0.2.1", "198.51.100.1", "203.0.113.1"]) t.equal((await ben.upload(network)).status, 200);
  await Promise.all(stalled.map(({ finish }) => finish()));
  for (const { received } of stalled) t.match(received(), /^HTTP\/1.1 200 /);
});

t.test("uploadCover: a disconnected client frees its slot", async (t) => {
  const { upload, begin } = await openUploads(t);
  const stalled: ReturnType<typeof begin>[] = [];
  // On a busy machine, the time of an upload may be over before the next one is refused.
  const stallTwo = () => {
    while (stalled.filter(({ socket }) => !socket.destroyed).length < 2) stalled.push(begin("192.0.2.1"));
  };
  for (stallTwo(); (await upload("192.0.2.1")).status === 200; stallTwo());
  for (const { socket } of stalled) socket.destroy();
  while ((await upload("192.0.2.1")).status === 503);
  t.pass();
});

for (const [operation, file] of [
  ["uploadCover", undefined],
  ["uploadItemCover", ITEM_COVER],
  ["uploadFile", ITEM_FILE],
  ["uploadCopy", COPY],
  ["parseFile", BOOKMARKS],
  ["parseFileByPut", { ...BOOKMARKS, method: "PUT" }],
] as const) {
  t.test(`${operation}: an upload that is too slow gets 408, and its connection is destroyed`, async (t) => {
    const { upload, begin } = await openUploads(t, { ...ANY_PACE, minBytes: 1024, interval: 500 }, file);
    const { socket, received } = begin("192.0.2.1");
    const timer = setInterval(() => socket.write("x"), 10);
    await closeOf(socket);
    clearInterval(timer);
    t.match(received(), /^HTTP\/1.1 408 [\s\S]*"error":"timeout"/);
    t.equal((await upload("192.0.2.1")).status, 200);
  });
}

t.test("uploadCover: an upload may take longer than the timeout of other requests", async (t) => {
  const { server, begin } = await openUploads(t);
  server.requestTimeout = server.headersTimeout = 100;
  const timedOut = once(server, "clientError");
  const { received, finish } = begin("192.0.2.1");
  await timedOut;
  await finish();
  t.match(received(), /^HTTP\/1.1 200 /);
});

t.test("uploadCover: an upload that is not complete after its extension gets 408", async (t) => {
  const { server, begin } = await openUploads(t, { ...ANY_PACE, extension: 100 });
  server.requestTimeout = server.headersTimeout = 100;
  const { socket, received } = begin("192.0.2.1");
  const timer = setInterval(() => socket.write("x"), 1000);
  await closeOf(socket);
  clearInterval(timer);
  t.match(received(), /^HTTP\/1.1 408 /);
});
