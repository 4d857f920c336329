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
  adding: {
    title: "Lesezeichen gespeichert",
    saved: "Das Lesezeichen ist gespeichert.",
    open: "Lesezeichen öffnen",
    list: "Sammlung öffnen",
    windowText: "Sie können dieses Fenster schließen.",
    several: "Mehrere Links hinzufügen",
    severalText: "Jeder bekommt ein eigenes Lesezeichen.",
    linksHint: (count: number) => `Einer pro Zeile, höchstens ${count}. Schon gespeicherte werden ausgelassen.`,
    addLinks: "Lesezeichen hinzufügen",
    upload: "Datei hochladen",
    uploadText: "Aus einem PDF, Bild, Video, Text oder einer anderen Datei wird ein Lesezeichen.",
    uploadFile: "Datei hochladen",
    fileHint: (mebibytes: number) => `PDF, EPUB, Bild, Ton, Video oder Text, höchstens ${mebibytes} MiB`,
    uploading: "Datei # von # wird hochgeladen …",
    uploaded: "Hochgeladene Dateien: #",
    fields: { links: "Links", collection: "Sammlung", file: "Datei" },
  },
  titleHint: "Leer lassen, um den Link zu verwenden",
  tagsHint: "Durch Kommas getrennt",
  excerptHint: "Eine kurze Beschreibung der Seite",
  noteHint: "Sichtbar für alle, die die Sammlung über die API lesen können, auch für Fremde, wenn sie öffentlich ist",
  save: "Speichern",
  stale:
    "Diese Angaben wurden inzwischen anderswo geändert. Wenn Sie speichern, ersetzen Ihre Eingaben den gespeicherten Stand.",
  showStored: "Gespeicherte Version anzeigen",
  reminderHint: "In UTC",
  created: "Hinzugefügt",
  changed: "geändert",
  highlights: "Markierungen",
  newHighlight: "Markierung hinzufügen",
  highlightText: "Text der Markierung",
  highlightNote: "Notiz zur Markierung",
  color: "Farbe",
  colors: {
    yellow: "Gelb",
    orange: "Orange",
    red: "Rot",
    pink: "Rosa",
    purple: "Violett",
    indigo: "Indigo",
    blue: "Blau",
    cyan: "Cyan",
    teal: "Petrol",
    green: "Grün",
    brown: "Braun",
    gray: "Grau",
  },
  addHighlight: "Markierung hinzufügen",
  removeHighlight: "Markierung entfernen",
  cover: "Titelbild",
  noCover: "Es gibt noch kein Titelbild.",
  coverFile: "Bild",
  coverHint: "PNG, JPEG, GIF oder WebP, höchstens 5 MiB",
  upload: "Titelbild hochladen",
  removeCover: "Titelbild entfernen",
  page: "Verlinkte Seite",
  pageRead: "Zuletzt gelesen",
  pageWaits: "Sie wird bald gelesen.",
  pageFailed: "Sie konnte zuletzt nicht gelesen werden.",
  readPage: "Seite neu lesen",
  readPageText: "Was die Seite sagt, ersetzt Titel und Beschreibung nur, wo niemand andere geschrieben hat.",
  file: "Datei:",
  copy: "Kopie der Seite",
  copyMade: "Erstellt",
  copyStates: {
    none: "Es gibt keine.",
    ready: "Es gibt eine.",
    retry: "Sie wird bald erstellt.",
    failed: "Die Seite konnte nicht kopiert werden.",
    "invalid-origin": "Die Seite konnte nicht gelesen werden.",
    "invalid-timeout": "Die Seite konnte nicht rechtzeitig gelesen werden.",
    "invalid-size": "Die Seite ist zu groß oder passt nicht in Ihren Speicher.",
  },
  copyText:
    "Eine Kopie können Sie noch lesen, wenn sich die Seite geändert hat oder verschwunden ist. Sie hat keine Skripte.",
  openCopy: "Kopie öffnen",
  keepCopy: "Kopie aufbewahren",
  renewCopy: "Neuere Kopie aufbewahren",
  removeCopy: "Kopie entfernen",
  toTrash: "In den Papierkorb",
  toTrashText: "Von dort können Sie es wiederherstellen.",
  deleteItem: "Endgültig löschen",
  deleteItemText: "Es ist im Papierkorb. Zum Wiederherstellen oben eine Sammlung wählen und speichern.",
  typedName: "Name einer Sammlung",
  typedHint: (count) =>
    `Die Liste hat die ersten ${count.toLocaleString("de")} Sammlungen. Ein Teil des Namens findet jede andere.`,
  typedFound: (hasMore) =>
    hasMore
      ? "Die Liste hat die Sammlungen mit diesem Namen. Es gibt noch mehr: Bitte mehr davon schreiben."
      : "Die Liste hat die Sammlungen mit diesem Namen.",
  newCollection: "Sammlung anlegen",
  createCollection: "Sammlung anlegen",
  showCollection: "Sammlung öffnen",
  ownedBy: "gehört",
  keepCopiesHint:
    "Für die Lesezeichen in dieser Sammlung, nicht für die in Sammlungen darin. Kopien zählen zum Speicherplatz.",
  publicHint:
    "Alle können ihre Lesezeichen ohne Anmeldung lesen, über die API auch Notizen und Markierungen. Ihre anderen Sammlungen bleiben privat.",
  order: "Reihenfolge",
  orderText: "Verschiebt die Sammlung unter denen auf derselben Ebene.",
  up: "Nach oben",
  down: "Nach unten",
  merge: "Zusammenführen",
  mergeText: "Ihre Lesezeichen und Untersammlungen kommen in eine andere Sammlung. Dann wird sie gelöscht.",
  mergeInto: "Zusammenführen mit",
  deleteCollection: "Sammlung löschen",
  deleteCollectionText: "Bevor etwas gelöscht wird, sehen Sie, was die Sammlung enthält.",
  deletedCollections: (nested: number) => {
    if (nested === 0) return "Die Sammlung wird gelöscht.";
    return nested === 1
      ? "Die Sammlung und 1 Untersammlung werden gelöscht."
      : `Die Sammlung und ${nested.toLocaleString("de")} Untersammlungen werden gelöscht.`;
  },
  trashedItems: (count: number) => {
    if (count === 0) return "Sie enthält keine Lesezeichen.";
    return count === 1
      ? "1 Lesezeichen kommt in den Papierkorb."
      : `${count.toLocaleString("de")} Lesezeichen kommen in den Papierkorb.`;
  },
  canUndo: "Sie können das 24 Stunden lang rückgängig machen.",
  clean: "Leere Sammlungen löschen",
  emptyCollections: (count: number) => {
    if (count === 0) return "Es gibt keine leeren Sammlungen.";
    return count === 1
      ? "1 Sammlung enthält keine Lesezeichen und wird gelöscht."
      : `${count.toLocaleString("de")} Sammlungen enthalten keine Lesezeichen und werden gelöscht.`;
  },
  collectionFields: {
    title: "Titel",
    description: "Beschreibung",
    parent: "In der Sammlung",
    view: "Darstellung",
    public: "Öffentlich",
    keepCopies: "Kopien der Seiten aufbewahren",
  },
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
