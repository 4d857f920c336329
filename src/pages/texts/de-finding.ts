import type { Texts } from "./en.ts";

const number = (count: number): string => count.toLocaleString("de");

/** The German texts of saved searches, and of the pages of tags and highlights. */
export const deFinding: Texts["finding"] = {
  searches: {
    title: "Gespeicherte Suchen",
    lead: "Suchen, denen Sie einen Namen gegeben haben. Sie stehen auch in der Liste Ihrer Sammlungen.",
    save: "Diese Suche speichern",
    manage: "Gespeicherte Suchen ändern",
    name: "Name",
    nameHint: "So steht sie bei Ihren Sammlungen.",
    search: "Suche",
    place: "Sammlung",
    noPlace: "Gelöscht oder nicht mehr mit Ihnen geteilt",
    action: "Aktion",
    change: "Bearbeiten",
    edit: "Gespeicherte Suche bearbeiten",
    submit: "Speichern",
    delete: "Löschen",
    none: "Sie haben keine gespeicherten Suchen",
    noneText: "Suchen Sie in Ihren Lesezeichen, und geben Sie der Suche einen Namen.",
    open: "Lesezeichen öffnen",
  },
  tags: {
    title: "Schlagwörter",
    lead: "Die Schlagwörter aller Lesezeichen außerhalb des Papierkorbs.",
    filter: "Schlagwort finden",
    sort: "Reihenfolge",
    sorts: { count: "Häufigste zuerst", name: "Name, A bis Z" },
    show: "Suchen",
    count: (total) => (total === 1 ? "1 Schlagwort" : `${number(total)} Schlagwörter`),
    name: "Schlagwort",
    uses: "Lesezeichen",
    action: "Aktion",
    select: (name) => `${name} auswählen`,
    change: "Ändern",
    changeSelected: "Ausgewählte umbenennen, zusammenführen oder löschen",
    changeTitle: (total) => (total === 1 ? "Schlagwort ändern" : `${number(total)} Schlagwörter ändern`),
    newName: "Neuer Name",
    newNameHint: (total) =>
      total === 1
        ? "Gibt es schon ein Schlagwort mit diesem Namen, werden beide eins."
        : "Alle werden zu einem Schlagwort.",
    rename: "Umbenennen",
    merge: "Zusammenführen",
    delete: "Aus allen Lesezeichen löschen",
    none: "Es gibt keine Schlagwörter",
    noneText: "Lesezeichen bekommen Schlagwörter auf ihrer eigenen Seite oder mehrere auf einmal in einer Liste.",
    noneFound: "Kein Schlagwort passt",
    noneFoundText: "Versuchen Sie es mit anderen oder weniger Buchstaben.",
    showAll: "Alle Schlagwörter zeigen",
  },
  highlights: {
    title: "Markierungen",
    lead: "Die Stellen, die Sie markiert haben, die neuesten zuerst.",
    text: "Stelle oder Notiz",
    color: "Farbe",
    anyColor: "Alle Farben",
    collection: "Sammlung",
    everywhere: "Alle Sammlungen",
    show: "Anzeigen",
    format: "Exportieren als",
    formats: { md: "Markdown", csv: "Tabelle (CSV)", txt: "Text" },
    export: "Exportieren",
    note: "Notiz",
    inReader: "Im Text zeigen",
    edit: "Bearbeiten",
    none: "Es gibt keine Markierungen",
    noneText:
      "Markieren Sie Text in der Leseansicht eines Lesezeichens, oder fügen Sie eine Stelle auf seiner Seite hinzu.",
    noneFound: "Keine Markierung passt",
    noneFoundText: "Versuchen Sie es mit anderen oder weniger Wörtern.",
    noneInPart: "Keine der neuesten passt",
    noneInPartText: "Es gibt ältere, die die nächste Seite durchsucht.",
    showAll: "Alle Markierungen zeigen",
    older: "Ältere Markierungen",
    newest: "Neueste Markierungen",
  },
};

/** What confirms an action of these pages. */
export const findingNotices = {
  "search-saved": "Die Suche ist gespeichert.",
  "search-renamed": "Die Suche hat ihren neuen Namen.",
  "search-deleted": "Die gespeicherte Suche wurde gelöscht.",
  "tags-changed": "Die Schlagwörter wurden geändert.",
  "tags-none-selected": "Nichts wurde geändert: Kein Schlagwort Ihrer Lesezeichen war ausgewählt.",
  "tags-deleted": "Die Schlagwörter wurden aus allen Lesezeichen gelöscht.",
};
