import t from "tap";
import { signIn } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";

t.test("all pages are in German too", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { _id: item } = await ann.addItem();
  const { _id: collection } = await ann.addCollection("Bücher");
  const client = await signIn(app.base, ann);
  client.jar.set("triptych_language", "de");
  const titles = {
    "items/new": "Lesezeichen hinzufügen",
    [`items/${item}`]: "Markierungen",
    "collections/new": "Sammlung anlegen",
    [`collections/${collection}`]: "Sammlung löschen",
    [`collections/${collection}/delete`]: "Sie enthält keine Lesezeichen.",
    "collections/clean": "1 Sammlung enthält keine Lesezeichen",
    import: "Lesezeichen importieren",
    export: "Lesezeichen exportieren",
    duplicates: "Es gibt keine doppelten Lesezeichen",
    broken: "Es gibt keine defekten Links",
    tools: "Werkzeuge",
  };
  for (const [path, text] of Object.entries(titles)) {
    const page = await client.get(`/bookmarks/${path}`);
    t.match(page, { status: 200, text }, path);
  }
});
