import t from "tap";
import { formOf } from "../../../harness/forms.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { errorFieldsOf, openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";

t.test("keepCopies: is shown to those who may use the collection, if it is true", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const { _id: id, keepCopies } = await ann.addCollection("Kept", undefined, { keepCopies: true, public: true });
  t.equal(keepCopies, true);
  const { _id: other } = await ann.addCollection("Other", id, { keepCopies: false });
  t.equal((await ann.call("GET", `/collection/${id}`)).item.keepCopies, true);
  t.notOk("keepCopies" in (await ann.call("GET", `/collection/${other}`)).item);
  t.match((await ann.call("GET", "/collections")).items, [{ keepCopies: true }]);
  t.equal((await bob.call("GET", `/collection/${id}`)).item.keepCopies, undefined, "bob reads it because it is public");
  await share(app, id, bob.id, "viewer");
  t.equal((await bob.call("GET", `/collection/${id}`)).item.keepCopies, true);
  t.equal((await ann.call("PUT", `/collection/${other}`, { keepCopies: true })).item.keepCopies, true);
  t.equal((await ann.call("PUT", `/collection/${other}`, { title: "New" })).item.keepCopies, true);
  t.match((await ann.call("GET", "/collections/childrens")).items, [{ keepCopies: true }]);
  t.equal((await ann.call("PUT", `/collection/${other}`, { keepCopies: false })).item.keepCopies, undefined);
  const { headers, body } = await formOf({ bytes: await pngOf(1, 1, "red") });
  t.match((await ann.request("PUT", `/collection/${id}/cover`, body, headers)).body, { item: { keepCopies: true } });
});

t.test("keepCopies: only the owner may change it", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Shared");
  const forbidden = {
    status: 403,
    error: "forbidden",
    errorMessage: "Only the owner of this collection may move, publish, sort or expand it, or keep copies of it.",
  };
  await share(app, id, bob.id, "member");
  t.match(errorFieldsOf(await bob.request("PUT", `/collection/${id}`, { keepCopies: true })), forbidden);
  t.equal((await bob.request("PUT", `/collection/${id}`, { keepCopies: false, title: "New" })).status, 200);
  const { _id: read } = await ann.addCollection("Read");
  await share(app, read, bob.id, "viewer");
  t.equal((await bob.request("PUT", `/collection/${read}`, { keepCopies: true })).status, 403);
  t.equal((await ann.call("GET", `/collection/${id}`)).item.keepCopies, undefined);
});

t.test("keepCopies: returns when the removal of the collection is reverted", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Kept", undefined, { keepCopies: true });
  await ann.call("DELETE", `/collection/${id}`);
  const [step] = (await ann.call("GET", "/undo")).items;
  await ann.call("POST", `/undo/${step?._id}`);
  t.equal((await ann.call("GET", `/collection/${id}`)).item.keepCopies, true);
});
