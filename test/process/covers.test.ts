import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import t, { type Test } from "tap";
import { type Send, sender } from "../support/app.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { type EncodedForm, formOf } from "../support/forms.ts";
import { join, type Person } from "../support/people.ts";
import { HOSTILE, jpegOf } from "../support/pictures.ts";
import { startServer } from "../support/process.ts";

const MIB = 1024 * 1024;

/** The memory that a process and those that it has started hold, in MB; what several share counts once. */
function memoryOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return [String(pid), ...children].map(shareOf).reduce((sum, share) => sum + share, 0);
}

function shareOf(pid: string): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The largest pictures that are taken, of the kinds that cost the most to decode; the photograph fills its 5 MiB. */
async function largePictures(): Promise<Buffer[]> {
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

/** Asks for somebody's collections until some work is done; tells the median and the longest wait, in milliseconds, and the most memory meanwhile. */
async function beside(send: Send, { token }: Person, pid: number, work: Promise<unknown>) {
  const waits: number[] = [];
  let [most, isDone] = [0, false];
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const start = performance.now();
    const { status } = await send("GET", "/rest/v1/collections", { headers: { authorization: `Bearer ${token}` } });
    if (status !== 200) throw new Error(`A neighbour was answered ${status}.`);
    waits.push(Math.round(performance.now() - start));
    most = Math.max(most, memoryOf(pid));
    await pause(5);
  }
  await done;
  waits.sort((one, other) => one - other);
  return { median: waits.at(waits.length / 2) ?? 0, longest: waits.at(-1) ?? 0, most: Math.round(most) };
}

/** Decoding in the server itself would hold every neighbour up for seconds; what else runs on the machine costs some a moment. */
function expectNobodyWaited(t: Test, { median, longest }: { median: number; longest: number }): void {
  t.ok(median < 100, `half of the neighbours waited less than ${median} ms`);
  t.ok(longest < 1_000, `no neighbour waited longer than ${longest} ms`);
}

t.test("uploadCover: hostile and large files cost little memory, and nobody waits for them", async (t) => {
  const files = await Promise.all(HOSTILE.map(({ bytes }) => bytes()));
  const [hostile, large] = [await formsOf(files), await formsOf(await largePictures())];
  const server = await startServer(t, { DATABASE_URL: await temporaryDatabaseUrl(t) });
  const send = sender(server.base);
  const [ann, bob] = [await join({ send }, "Ann"), await join({ send }, "Bob")];
  const authorization = `Bearer ${ann.token}`;
  const made = await send("POST", "/rest/v1/collection", { headers: { authorization }, body: {} });
  const path = `/rest/v1/collection/${Object(made.body).item._id}/cover`;
  const upload = ({ headers, body }: EncodedForm) =>
    send("PUT", path, { headers: { ...headers, authorization }, body });

  const hostileStatuses = new Set<number>();
  const refusing = async () => {
    const rest = hostile.values();
    const some = async () => {
      for (const form of rest) hostileStatuses.add((await upload(form)).status);
    };
    await Promise.all([some(), some(), some(), some()]);
  };
  const whileHostile = await beside(send, bob, server.pid, refusing());
  t.same(hostileStatuses, new Set([400]));
  expectNobodyWaited(t, whileHostile);
  t.ok(whileHostile.most < 400, `hostile files took ${whileHostile.most} MB`);

  const uploads = Promise.all(Array.from({ length: 2 }, () => large.map(upload)).flat());
  const whileLarge = await beside(send, bob, server.pid, uploads);
  t.same(new Set((await uploads).map(({ status }) => status)), new Set([200]));
  expectNobodyWaited(t, whileLarge);
  t.ok(whileLarge.most < 400, `large pictures took ${whileLarge.most} MB`);
});
