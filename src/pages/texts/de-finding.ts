import type { Texts } from "./en.ts";

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
    change: "Umbenennen",
    submit: "Speichern",
    delete: "Löschen",
    none: "Sie haben keine gespeicherten Suchen",
    noneText: "Suchen Sie in Ihren Lesezeichen, und geben Sie der Suche einen Namen.",
    open: "Lesezeichen öffnen",
  },
};

/** What confirms an action of these pages. */
export const findingNotices = {
  "search-saved": "Die Suche ist gespeichert.",
  "search-renamed": "Die Suche hat ihren neuen Namen.",
  "search-deleted": "Die gespeicherte Suche wurde gelöscht.",
};
