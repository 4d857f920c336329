import type { Texts } from "./en.ts";

/** The German texts of the pages of one's own account. */
export const profile: Texts["profile"] = {
  title: "Profil",
  lead: "Ihr Name, Ihre Sprache, E-Mail-Adresse und Ihr Passwort.",
  name: "Name",
  language: "Sprache der APIs",
  languageHint:
    "Diese Sprache sehen Programme, die die APIs nutzen. Die Sprache dieser Seiten wählen Sie am Ende jeder Seite.",
  save: "Speichern",
  email: "E-Mail-Adresse",
  currentEmail: "Ihre jetzige Adresse ist",
  newEmail: "Neue E-Mail-Adresse",
  changeEmail: "E-Mail-Adresse ändern",
  confirmed: "bestätigt",
  unconfirmed: "nicht bestätigt",
  mailedLink:
    "Wir schicken einen Link an die neue Adresse. Die Adresse ändert sich, wenn Sie ihn innerhalb von 24 Stunden öffnen. Bis dahin melden Sie sich mit der alten an.",
  noMail:
    "Die neue Adresse gilt sofort: Ab dann melden Sie sich mit ihr an. Dieser Server verschickt keine E-Mail, um sie zu bestätigen.",
  whyPassword: "Damit niemand anderes in einem offenen Browser Ihr Konto übernehmen kann",
  unconfirmedTitle: "Ihre Adresse ist nicht bestätigt",
  unconfirmedText:
    "Öffnen Sie den Link, den wir an sie geschickt haben. Ist er nicht angekommen oder älter als 24 Stunden, schicken wir einen neuen.",
  sendAgain: "Neuen Link schicken",
  password: "Passwort",
  passwordText: "Ein neues Passwort meldet Sie in allen Browsern ab.",
  changePassword: "Passwort ändern",
  remindersText: "E-Mails zu Lesezeichen mit einem Datum und ein Kalender davon.",
  passwordWarning: "Das meldet Sie in allen Browsern ab, auch in diesem. Ihre API-Schlüssel bleiben gültig.",
  currentPassword: "Jetziges Passwort",
  newPassword: "Neues Passwort",
};

export const sessions: Texts["sessions"] = {
  title: "Sitzungen",
  lead: "Die Browser, in denen Sie angemeldet sind, und Ihre letzten Anmeldungen.",
  browsers: "Angemeldete Browser",
  browser: "Browser",
  network: "Netz",
  signedIn: "Angemeldet",
  lastUsed: "Zuletzt benutzt",
  action: "Aktion",
  unknown: "Unbekannt",
  browserOn: (browser, system) => `${browser} unter ${system}`,
  unknownBrowserOn: (system) => `Unbekannter Browser unter ${system}`,
  kept: "Bleibt angemeldet",
  current: "Dieser Browser",
  end: "Abmelden",
  everywhere: "Überall abmelden",
  everywhereText:
    "Das beendet alle Sitzungen und Anmelde-Tokens und meldet Sie auch in diesem Browser ab. API-Schlüssel, Webhooks und geteilte Sammlungen bleiben: Die beenden Sie unter „Zugänge“.",
  history: "Verlauf der Anmeldungen",
};

export const access: Texts["access"] = {
  title: "Zugänge zu Ihrem Konto",
  lead: "Alles, was außer Ihren Browsern Ihre Daten lesen oder ändern kann, und die Sammlungen, die andere mit Ihnen teilen.",
  end: "Alle Zugänge beenden",
  endText:
    "Das widerruft alle API-Schlüssel, löscht alle Webhooks, entfernt die Adresse Ihres Kalenders, beendet das Teilen Ihrer Sammlungen mit allen Einladungen, verlässt die Sammlungen anderer und meldet Sie überall ab, auch in diesem Browser. Öffentliche Sammlungen bleiben öffentlich. Das lässt sich nicht rückgängig machen.",
  sessions: "Sitzungen ansehen",
  none: "Keine",
  keys: "API-Schlüssel",
  webhooks: "Webhooks",
  url: "URL",
  created: "Erstellt",
  calendars: "Kalender der Erinnerungen",
  calendar: "Kalender",
  shared: "Ihre Sammlungen, die andere benutzen dürfen",
  collection: "Sammlung",
  people: "Personen",
  invitations: "Offene Einladungen",
  joined: "Sammlungen anderer, die Sie benutzen dürfen",
  owner: "Besitzer",
  published: "Ihre öffentlichen Sammlungen",
  readers: "Leser",
  anyone: "Alle",
};

export const data: Texts["data"] = {
  title: "Ihre Daten",
  download: "Daten herunterladen",
  downloadText:
    "Eine JSON-Datei mit allem, was dieser Server über Sie speichert: Konto, Einstellungen, Browser, Anmeldungen, API-Schlüssel und Webhooks ohne ihre Geheimnisse, Sammlungen mit denen, die sie teilen, und Lesezeichen. Hochgeladene Dateien sind aufgeführt, aber nicht enthalten.",
  files: "Sie sind im ZIP-Archiv Ihrer Lesezeichen",
  remove: "Konto löschen",
  removeText:
    "Ihre Sitzungen und API-Schlüssel funktionieren sofort nicht mehr, und niemand sieht mehr Ihre Sammlungen. Ihre E-Mail-Adresse wird wieder frei. Das lässt sich nicht rückgängig machen.",
  confirm: "Mein Konto endgültig löschen",
};
