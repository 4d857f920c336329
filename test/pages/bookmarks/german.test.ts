import t from "tap";
import { signIn } from "../../../harness/page-client.ts";
import { translateToGerman } from "../../../src/pages/texts/de-messages.ts";
import { openLibrary } from "../../support/library.ts";

t.test("the messages of the pages of bookmarks are in German too", async (t) => {
  for (const message of [
    "must be an http or https address",
    "must be one of your collections",
    "must be another one of your collections, and not a descendant of this one",
    "would be nested too deep",
    "must be a date and time",
    "makes the item too large",
    "must have at most 100 entries per item",
    "It was changed elsewhere while you edited it. Nothing is saved yet.",
    "A highlight needs a text.",
    "The text or the note is too long.",
    "This highlight was removed elsewhere in the meantime.",
    "Choose a file.",
    "The file is larger than 5 MiB.",
    "The file has no bookmarks. It can be a bookmark file of a browser (HTML), a table (CSV), a backup or an export (JSON), an archive with one of these (ZIP), or a list of links.",
    "The file is damaged: it could not be unpacked.",
    "Another file was chosen in the meantime.",
    "The file has more than 25,000 bookmarks.",
    "The file has more than 30,000 folders.",
    "The picture has more than 25 megapixels.",
    "Another import is running. Wait until it is done.",
    "This import has expired or was deleted. Choose the file again.",
    "Too many imports are in progress. Try again in a moment.",
    "Your account has used its storage of 1 MiB. Delete items, files or covers, and empty the Trash.",
    "There is no collection with this id.",
    "There is no item with this id.",
    "Only the owner of this collection may do that.",
    "You may read this item, but not change it.",
  ])
    t.not(translateToGerman(message), message, message);
});

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
    tools: "Werkzeuge",
  };
  for (const [path, text] of Object.entries(titles)) {
    const page = await client.get(`/bookmarks/${path}`);
    t.match(page, { status: 200, text }, path);
  }
});
