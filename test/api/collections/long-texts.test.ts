import t from "tap";
import { setDescription } from "../../support/descriptions.ts";
import { errorFieldsOf, openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";

const MIB = 1024 * 1024;

/** A list may have an eighth of it: 2 MiB of text. */
const SETTINGS = { UNREAD_RESPONSES_MIB: "16" };

t.test("listRootCollections and listChildCollections: return 503 for more text than a list may have", async (t) => {
  const { ann, app } = await openLibrary(t, SETTINGS);
  const { database } = app.context;
  const [one, two] = [await ann.addCollection("One"), await ann.addCollection("Two")];
  const nested = await ann.addCollection("Nested", one._id);
  await setDescription(database, one._id, MIB);
  await setDescription(database, two._id, MIB - "OneTwo".length);
  t.equal((await ann.call("GET", "/collections")).items.length, 2);
  await setDescription(database, two._id, MIB - "OneTwo".length + 1);
  const received = await ann.request("GET", "/collections");
  t.match(errorFieldsOf(received), { status: 503, error: "unavailable" });
  t.equal(received.headers.get("retry-after"), "60");
  t.equal((await ann.call("GET", "/collections/childrens")).items.length, 1);
  await setDescription(database, nested._id, 2 * MIB);
  t.equal((await ann.request("GET", "/collections/childrens")).status, 503);
  await ann.call("PUT", `/collection/${two._id}`, { description: "short" });
  t.equal((await ann.call("GET", "/collections")).items.length, 2);
});

t.test("listRootCollections: what others share keeps nobody from listing their own collections", async (t) => {
  const { ann, bob, app } = await openLibrary(t, SETTINGS);
  const [{ _id: id }, { _id: own }] = [await ann.addCollection("Long"), await bob.addCollection("Own")];
  await share(app, id, bob.id, "viewer");
  const listed = async () => (await bob.call("GET", "/collections")).items.map(({ _id }) => _id);
  t.same(
    await listed(),
    [id, own].sort((one, other) => other - one),
  );
  await setDescription(app.context.database, id, 2 * MIB);
  t.same(await listed(), [own]);
});
