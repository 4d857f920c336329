import type { Texts } from "./en.ts";

const number = (count: number): string => count.toLocaleString("de");

/** The German texts of the pages that import and export bookmarks. */
export const deTransfer: Texts["transfer"] = {
  importTitle: "Lesezeichen importieren",
  importLead:
    "Aus einem Browser oder einem anderen Dienst. Sie sehen, was die Datei enthält, bevor etwas gespeichert wird.",
  file: "Datei",
  fileHint:
    "Eine Lesezeichen-Datei eines Browsers (HTML), ein Export von Raindrop.io, Pocket oder Instapaper (HTML oder CSV) oder eine Liste von Links; höchstens 5 MiB und 25.000 Lesezeichen.",
  readFile: "Datei lesen",
  continueImport: "Mit der vorher gewählten Datei fortfahren",
  lastImport: "Bericht über den letzten Import",
  previewTitle: "Inhalt der Datei",
  previewLead: "Noch ist nichts gespeichert.",
  toAdd: "Neue Lesezeichen",
  duplicates: "Schon gespeichert, übersprungen",
  invalid: "Ungültig, übersprungen",
  folders: "Ordner",
  tags: "Schlagwörter",
  highlights: "Markierungen",
  into: "Ordner einfügen in",
  topLevel: "Oberste Ebene, als neue Sammlungen",
  start: (count: number) => (count === 1 ? "1 Lesezeichen importieren" : `${number(count)} Lesezeichen importieren`),
  running: "Import läuft …",
  progress: (done: number, total: number) => `${number(done)} von ${number(total)} Lesezeichen`,
  runningHint: "Sie können diese Seite schließen: Der Import läuft weiter.",
  reportTitle: "Die Lesezeichen sind importiert",
  added: "Lesezeichen hinzugefügt",
  newCollections: "Sammlungen angelegt",
  showBookmarks: "Lesezeichen anzeigen",
  importMore: "Weitere Datei importieren",
  undoHint: "Rückgängig entfernt, was dieser Import hinzugefügt hat; 24 Stunden lang.",
  failedTitle: "Der Import ist fehlgeschlagen",
  failedText: "Nichts wurde gespeichert.",
  tryAgain: "Noch einmal versuchen",
  skippedTitle: "Übersprungene Einträge",
  reasons: {
    noAddress: "ist keine Web-Adresse",
    longLink: "ist länger als 8.000 Zeichen",
    tooLarge: "hat zu viel Text",
  },
  moreSkipped: (count: number) => `und ${number(count)} weitere`,
  exportTitle: "Lesezeichen exportieren",
  exportLead: "Als Datei, die Browser und andere Dienste lesen.",
  everything: "Alle Lesezeichen",
  nested: "Mit den Untersammlungen",
  format: "Format",
  formats: {
    html: "Lesezeichen-Datei (HTML), für Browser",
    csv: "Tabelle (CSV), für Tabellenprogramme und andere Dienste",
    zip: "Archiv (ZIP) mit beiden und den Dateien, die Sie hochgeladen haben",
  },
  download: "Herunterladen",
  tools: "Werkzeuge",
  toolsLead: "Seiten beim Lesen speichern und Lesezeichen aufräumen.",
  bookmarklet: "Seiten aus jedem Browser speichern",
  bookmarkletText:
    "Ziehen Sie diesen Link in die Lesezeichenleiste Ihres Browsers. Klicken Sie dort auf einer Seite, die Sie behalten möchten: Das Formular für ein neues Lesezeichen öffnet sich mit Adresse, Titel und ausgewähltem Text.",
  bookmarkletName: "In Triptych speichern",
  app: "Auf dem Telefon installieren",
  appText:
    "Öffnen Sie diese Seite im Browser des Telefons und wählen Sie dort im Menü „Installieren“ oder „Zum Startbildschirm“. Unter Android erscheint Triptych dann, wo Sie Seiten teilen.",
  tidy: "Alle Lesezeichen",
  cleanText: "Sie sehen zuerst, wie viele es sind.",
};
