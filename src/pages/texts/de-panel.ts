import type { Texts } from "./en.ts";

/** The German texts of the panel in which a bookmark is edited beside its list. */
export const dePanel: Texts["panel"] = {
  close: "Schließen",
  page: "Als Seite öffnen",
  keep: "Meine Eingabe speichern",
  take: "Diesen Stand verwenden",
  changed: "Dies wurde inzwischen anderswo geändert.",
  stored: "Gespeichert ist jetzt:",
  scripts: {
    loading: "Wird geladen …",
    saving: "Wird gespeichert …",
    saved: "Gespeichert",
    unsaved: "Noch nicht gespeichert",
    offline: "Nicht gespeichert: Der Server ist nicht erreichbar. Ein neuer Versuch folgt …",
    discard: "Ein Teil Ihrer Eingaben ist noch nicht gespeichert. Möchten Sie ihn verwerfen?",
    empty: "(leer)",
    removeTag: "Schlagwort # entfernen",
  },
};
