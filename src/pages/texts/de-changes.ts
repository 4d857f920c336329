import { bookmarks } from "./de-bookmarks.ts";
import type { changes as english } from "./en-changes.ts";

/** The German texts of the page of changes that can be undone. */
export const changes: typeof english = {
  title: "Änderungen, die Sie rückgängig machen können",
  lead: (max: number) =>
    `Änderungen Ihrer Lesezeichen in den letzten 24 Stunden, die neueste zuerst; höchstens ${max}.`,
  all: "Alle Änderungen",
  none: "Es gibt nichts rückgängig zu machen",
  noneText: "Änderungen mehrerer Lesezeichen, Löschungen und Importe bleiben 24 Stunden lang hier.",
  what: "Änderung",
  size: "Betrifft",
  when: "Wann",
  undo: "Rückgängig",
  bookmarks,
  collections: (total: number) => (total === 1 ? "1 Sammlung" : `${total.toLocaleString("de")} Sammlungen`),
  movedTo: "Verschoben nach",
  restored: "In die früheren Sammlungen wiederhergestellt",
  trashed: "In den Papierkorb verschoben",
  erased: "Endgültig gelöscht",
  important: "Als wichtig markiert",
  unimportant: "Als nicht wichtig markiert",
  tagged: "Schlagwörter hinzugefügt:",
  allUntagged: "Alle Schlagwörter entfernt",
  untagged: "Schlagwörter entfernt:",
  retagged: "Schlagwort geändert:",
  media: "Bilder geändert",
  cover: "Titelbild geändert",
  edited: "Geändert",
  operations: {
    deleteCollection: "Sammlung gelöscht",
    deleteCollections: "Sammlungen gelöscht",
    mergeCollections: "Sammlungen zusammengeführt",
    cleanCollections: "Leere Sammlungen gelöscht",
    emptyTrash: "Papierkorb geleert",
    import: "Import",
    addItems: "Hinzugefügt",
  },
};
