import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import t, { type Test } from "tap";
import { type EncodedForm, formOf } from "../../harness/forms.ts";
import { HOSTILE, jpegOf } from "../../harness/pictures.ts";
import { type Received, type Send, sender } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { type Person, registerAndLogIn } from "../support/people.ts";
import { startServer } from "../support/process.ts";

const MIB = 1024 * 1024;

/** The memory of a process and its children, in MiB. Memory that they share is counted once. */
function memoryOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return [String(pid), ...children].map(proportionalSetSize).reduce((sum, size) => sum + size, 0);
}

function proportionalSetSize(pid: string): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Images with the most pixels that are accepted, in the formats that cost the most to decode. The
 * photograph is padded to the maximum of 5 MiB.
 */
async function largeImages(): Promise<Buffer[]> {
  const square = sharp({ create: { width: 5000, height: 5000, channels: 4, background: "#ff0000" } });
  const wide = sharp({ create: { width: 20_000, height: 1250, channels: 4, background: "#ff0000" } });
  const photograph = jpegOf(5000, 5000, "#ff0000");
  return Promise.all([
    photograph.then((file) => Buffer.concat([file, Buffer.alloc(5 * MIB - file.length)])),
    square.clone().flatten().jpeg({ progressive: true }).toBuffer(),
    square.clone().png({ progressive: true }).toBuffer(),
    wide.png().toBuffer(),
  ]);
}

function formsOf(files: readonly Buffer[]): Promise<EncodedForm[]> {
  return Promise.all(files.map((bytes) => formOf({ bytes })));
}

/** Uploads files, four at a time. Returns the different statuses of the responses. */
async function uploadAll(
  forms: readonly EncodedForm[],
  uploads: readonly ((form: EncodedForm) => Promise<Received>)[],
) {
  const statuses = new Set<number>();
  const queue = forms.values();
  const uploadRest = async (upload: (form: EncodedForm) => Promise<Received>) => {
    for (const form of queue) statuses.add((await upload(form)).status);
  };
  await Promise.all(uploads.map(uploadRest));
  return statuses;
}

/**
 * Lists a person's collections until `work` is done. Returns the number of responses before that,
 * and the largest memory use of the process `pid` and its children, in MiB.
 */
async function sampleDuring(send: Send, { token }: Person, pid: number, work: Promise<unknown>) {
  const headers = { authorization: `Bearer ${token}` };
  let [responses, maxMemory, isDone] = [0, 0, false];
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { status } = await send("GET", "/rest/v1/collections", { headers });
    if (status !== 200) throw new Error(`Another client got ${status}.`);
    if (!isDone) responses += 1;
    maxMemory = Math.max(maxMemory, memoryOf(pid));
    await pause(5);
  }
  await done;
  return { responses, maxMemory: Math.round(maxMemory) };
}

/** Fails if the server's process has loaded libvips: there a hostile file could exhaust the memory or crash it. */
function assertDecodedElsewhere(t: Test, pid: number): void {
  t.notMatch(readFileSync(`/proc/${pid}/maps`, "utf8"), "libvips", "the server has not loaded the image library");
}

t.test(
  "uploadCover: no file is decoded in the server's process; hostile and large files use less than 400 MiB",
  async (t) => {
    const files = await Promise.all(HOSTILE.map(({ bytes }) => bytes()));
    const [hostile, large] = [await formsOf(files), await formsOf(await largeImages())];
    const server = await startServer(t, {
      DATABASE_URL: await migratedDatabaseUrl(t),
      TRUST_PROXY: "127.0.0.1",
      // Bob lists as long as the uploads take, which may be minutes on a busy machine.
      COLLECTIONS_LIMIT_PER_MINUTE: "1000000",
    });
    const send = sender(server.base);
    const bob = await registerAndLogIn(send, "Bob");
    // The server accepts eight uploads at a time, at most four of them from one network and two from one account.
    const networks = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2"];
    const uploaders = await Promise.all(
      networks.map(async (network, index) => {
        const authorization = `Bearer ${(await registerAndLogIn(send, `Uploader${index}`)).token}`;
        await send("POST", "/rest/v1/collection", { headers: { authorization }, body: {} });
        const own = await send("GET", "/rest/v1/collections", { headers: { authorization } });
        const [{ _id: id }] = (own.body as { readonly items: readonly [{ readonly _id: number }] }).items;
        return ({ headers, body }: EncodedForm) =>
          send("PUT", `/rest/v1/collection/${id}/cover`, {
            headers: { ...headers, authorization, "x-forwarded-for": network },
            body,
          });
      }),
    );

    const [one, other] = uploaders;
    if (one === undefined || other === undefined) throw new Error("There are no uploaders.");
    const hostileUploads = uploadAll(hostile, [one, one, other, other]);
    const duringHostile = await sampleDuring(send, bob, server.pid, hostileUploads);
    t.same(await hostileUploads, new Set([400]));
    t.ok(duringHostile.responses > 0, "other clients get responses meanwhile");
    t.ok(duringHostile.maxMemory < 400, `${duringHostile.maxMemory} MiB in use during hostile files`);

    const [half, otherHalf] = [large.slice(0, 2), large.slice(2)];
    const uploads = Promise.all(
      uploaders.flatMap((upload, index) => (index % 2 === 0 ? half : otherHalf).map((form) => upload(form))),
    );
    const duringLarge = await sampleDuring(send, bob, server.pid, uploads);
    t.same(new Set((await uploads).map(({ status }) => status)), new Set([200]));
    t.ok(duringLarge.responses > 0, "other clients get responses meanwhile");
    t.ok(duringLarge.maxMemory < 400, `${duringLarge.maxMemory} MiB in use during large images`);
    assertDecodedElsewhere(t, server.pid);
  },
);
