import { Readable } from "node:stream";
import t, { type Test } from "tap";
import { openTarget } from "../../../src/maintenance/backup/target.ts";
import { NO_S3 } from "../../support/backups.ts";
import { ENDLESS_BODIES, ENDLESS_HEADS, openSocketServer } from "../../support/hostile-receiver.ts";

async function open(t: Test, respond: Parameters<typeof openSocketServer>[1]) {
  const server = await openSocketServer(t, respond);
  const keys = { accessKeyId: "key", secretAccessKey: "secret" };
  const target = await openTarget("s3://bucket/folder", { ...NO_S3, ...keys, endpoint: server.url.origin });
  return { server, target };
}

for (const [name, respond] of Object.entries(ENDLESS_HEADS)) {
  t.test(`a server of S3 that sends ${name} fails each operation`, async (t) => {
    const { server, target } = await open(t, respond);
    await t.rejects(target.list());
    await t.rejects(target.write("backup", Readable.from([Buffer.from("content")])));
    await t.rejects(target.read("backup"));
    await server.closed(3);
  });
}

for (const [name, respond] of Object.entries(ENDLESS_BODIES)) {
  t.test(`a server of S3 that sends ${name} instead of a list is disconnected`, async (t) => {
    const { server, target } = await open(t, respond);
    await target.list().catch(() => {});
    await server.closed(1);
    t.pass("the list ended");
  });
}
