import type { Texts } from "./en.ts";

/** The German texts of the pages that change bookmarks and collections. */
export const deEdit: Texts["edit"] = {
  undo: "Rückgängig",
  unsorted: "Unsortiert",
  trash: "Papierkorb",
  root: "Keine: oberste Ebene",
  newItem: "Lesezeichen hinzufügen",
  add: "Lesezeichen hinzufügen",
  addAgain: "Noch einmal hinzufügen",
  known: "Diesen Link haben Sie schon gespeichert.",
  knownLink: "Gespeichertes Lesezeichen öffnen",
  titleHint: "Leer lassen, um den Link zu verwenden",
  tagsHint: "Durch Kommas getrennt",
  excerptHint: "Eine kurze Beschreibung der Seite",
  noteHint: "Für Sie und für alle, mit denen Sie die Sammlung teilen",
  fields: {
    link: "Link",
    title: "Titel",
    collection: "Sammlung",
    tags: "Schlagwörter",
    excerpt: "Auszug",
    note: "Notiz",
    important: "Wichtig",
    broken: "Der Link ist defekt",
    reminder: "Erinnern",
  },
};
