import t from "tap";
import * as ownData from "../../src/library/export/own-data.ts";
import { openAdministration } from "../support/audit.ts";

t.test("the data of an account contains its events, without personal data of others", async (t) => {
  const { app, ann, bob, send } = await openAdministration(t);
  const { database, clock } = app.context;
  await send("PATCH", `/users/${bob.id}.json`, { name: "Robert" });
  const read = async (id: number) => {
    let text = "";
    for await (const part of await ownData.start(database, clock, { id, credential_version: 1, browser_id: "" })) {
      text += part;
    }
    return JSON.parse(text).audit_log.find(({ action }: { action: string }) => action === "account.update");
  };
  const both = { actorId: ann.id, accountId: bob.id, via: "users patchUser" };
  const ofBob = await read(bob.id);
  t.match(ofBob, { ...both, personal: { name: { from: "Bob", to: "Robert" } } });
  t.notMatch(JSON.stringify(ofBob), /127\.0\.0\.1|audit test|trip_/, "without the client of the administrator");
  t.match(await read(ann.id), { ...both, personal: null, address: "127.0.0.1", userAgent: "audit test" });
});
