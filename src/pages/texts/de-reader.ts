import type { Texts } from "./en.ts";

/** The German texts of the reader. */
export const deReader: Texts["reader"] = {
  read: "Lesen",
  edit: "Lesezeichen bearbeiten",
  original: "Originalseite",
  minutes: (count) => (count === 1 ? "1 Minute Lesezeit" : `${count} Minuten Lesezeit`),
  missing: "Kein lesbarer Text",
  missingText: "Die Seite wurde noch nicht gelesen oder enthält keinen Artikel.",
  notes: "Notizen",
  highlight: "Auswahl markieren:",
  width: "Breite",
  widths: { narrow: "Schmal", medium: "Mittel", wide: "Breit" },
  size: "Schriftgröße",
  sizes: { small: "Klein", normal: "Normal", large: "Groß", huge: "Sehr groß" },
};
