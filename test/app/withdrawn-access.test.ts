import t, { type Test } from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openApp } from "../support/app.ts";
import { engine, openTestDatabase } from "../support/databases.ts";
import { createPerson } from "../support/people.ts";

/** Two handles of one database: on SQLite, two connections to one file, each with its own response cache. */
async function openDatabases(t: Test) {
  if (engine === "postgres") {
    const database = await openTestDatabase(t);
    return [database, database] as const;
  }
  const url = `sqlite:${t.testdir()}/triptych.db`;
  const [one, other] = [openDatabase(url), openDatabase(url)];
  await migrate(one, url);
  t.teardown(() => Promise.all([one.destroy(), other.destroy()]));
  return [one, other] as const;
}

t.test(
  "removeCollaborator: ends access with the next request, also on another server and to cached responses",
  async (t) => {
    const [one, other] = await openDatabases(t);
    const settings = { TOKEN_SECRET: "x".repeat(32) };
    const ofOwner = await openApp(t, settings, { database: one });
    const ofMember = await openApp(t, settings, { database: other });
    const [ann, bob] = [await createPerson(ofOwner, "Ann"), await createPerson(ofOwner, "Bob")];
    const asAnn = (method: string, path: string, body?: unknown) =>
      ofOwner.send(method, `/rest/v1${path}`, { headers: { authorization: `Bearer ${ann.token}` }, body });
    const asBob = (method: string, path: string, body?: unknown) =>
      ofMember.send(method, `/rest/v1${path}`, { headers: { authorization: `Bearer ${bob.token}` }, body });
    // The server has checked the bodies against the contract.
    const { item: collection } = (await asAnn("POST", "/collection", {})).body as { item: { _id: number } };
    const id = collection._id;
    const link = { link: "https://example.com/", collectionId: id };
    const { item } = (await asAnn("POST", "/raindrop", link)).body as { item: { _id: number } };
    const paths = [
      `/collection/${id}`,
      `/collection/${id}/sharing`,
      `/raindrop/${item._id}`,
      `/raindrops/${id}`,
      `/raindrops/${id}/export.csv`,
      `/filters/${id}`,
      `/tags/${id}`,
      `/highlights/${id}`,
    ];
    for (let round = 1; round <= 2; round++) {
      const { token } = (await asAnn("POST", `/collection/${id}/sharing`, { role: "member" })).body as {
        token: string;
      };
      t.equal((await asBob("POST", `/collection/${id}/join`, { token })).status, 200);
      // A response is cached when it is requested for the second time.
      for (const path of [...paths, ...paths, ...paths]) t.equal((await asBob("GET", path)).status, 200, path);
      t.match((await asBob("GET", "/collections")).body, { items: [{ _id: id }] });
      await asAnn("DELETE", `/collection/${id}/sharing/${bob.id}`);
      for (const path of paths) t.equal((await asBob("GET", path)).status, 404, path);
      t.match((await asBob("GET", "/collections")).body, { items: [] });
      t.equal((await asBob("PUT", `/raindrop/${item._id}`, { title: "Mine" })).status, 404);
    }
  },
);
