import type * as english from "./en-admin.ts";

/** The German texts of a new secret, such as an API key. */
export const shownSecrets: typeof english.shownSecrets = {
  until: "Das wird 10 Minuten lang angezeigt, oder bis Sie das Kopieren bestätigen; danach nie wieder.",
  confirm: "Das habe ich kopiert",
};

/** The German texts of the settings of the server. */
export const server: typeof english.server = {
  title: "Server",
  lead: "Einstellungen für alle, die diesen Server benutzen.",
  name: "Name des Servers",
  nameHint: "Oben auf allen Seiten, in ihren Titeln und in E-Mails",
  registration: "Registrierung",
  open: "Jeder darf auf diesem Server ein Konto anlegen",
  openHint: "Sonst legt nur die Administration Konten an, auf der Seite „Benutzer“.",
  isOpen: "Jeder darf ein Konto anlegen.",
  isClosed: "Nur die Administration legt Konten an.",
  decidedBy: "Das lässt sich hier nicht ändern, denn es steht in der Umgebungsvariablen",
  save: "Speichern",
  environment: "Durch Umgebungsvariablen festgelegt",
  address: "Öffentliche Adresse",
  mail: "E-Mail",
  sendsMail: "Der Server verschickt E-Mails.",
  noMail:
    "Der Server verschickt keine E-Mails. Ein vergessenes Passwort ersetzt also nur, wer einen Link der Administration hat.",
  environmentText: "Um sie zu ändern, setzen Sie die Variablen und starten den Server neu.",
};

/** The German texts for the time before a server has an administrator, and for one that is closed. */
export const firstMinute: typeof english.firstMinute = {
  title: "Dieser Server wartet auf seine Einrichtung",
  text: "Er hat noch keinen Administrator. Wer es werden will, öffnet den Einrichtungslink: Er steht seit dem letzten Start im Protokoll des Servers und gilt eine Stunde lang. Ein Neustart erzeugt einen neuen.",
  registering:
    "Eine Registrierung ersetzt die Einrichtung nicht: Sie legt ein gewöhnliches Konto an, das nichts verwaltet.",
  link: "Server einrichten",
  noAdministrator: "Dieser Server hat noch keinen Administrator, und mit der Registrierung werden Sie es nicht.",
  signInOnly: { title: "Anmelden", text: "Lesezeichen sammeln und API-Schlüssel anlegen." },
};

/** The German texts of what the levels of users may do, and of passwords that their owners choose. */
export const userForm: typeof english.userForm = {
  localeHint: "Programme, die die APIs nutzen, sehen diese Sprache.",
  levelsTitle: "Was die Stufen dürfen",
  levelTexts: {
    "1": "Nutzt Lesezeichen, API-Schlüssel, Webhooks und das eigene Konto.",
    "2": "Wie Stufe 1. Programme, die die Stufe über die API lesen, können ihr mehr Rechte geben.",
    "3": "Wie Stufe 2.",
    "4": "Legt außerdem Benutzer an, ändert und löscht sie, liest das Audit-Protokoll und ändert die Einstellungen des Servers.",
  },
  levelWrites: "Legt außerdem Produkte an, ändert und löscht sie.",
  passwordMailed: "Leer lassen, um der Person einen Link zu schicken, mit dem sie es wählt",
  passwordLink: "Leer lassen, um einen Link zu bekommen, mit dem die Person es wählt",
};

/** The German texts of the links between the pages of an account. */
export const accountNavigation: typeof english.accountNavigation = {
  label: "Konto",
  administration: "Administration",
  sections: {
    profile: "Profil",
    sessions: "Sitzungen",
    access: "Zugänge",
    apiKeys: "API-Schlüssel",
    webhooks: "Webhooks",
    reminders: "Erinnerungen",
    data: "Ihre Daten",
    users: "Benutzer",
    audit: "Audit-Protokoll",
    server: "Server",
  },
};

export const adminNotices: typeof english.adminNotices = {
  "secret-copied": "Die Anzeige ist beendet.",
  "server-saved": "Die Einstellungen des Servers sind gespeichert.",
  "created-mailed":
    "Der Benutzer wurde angelegt. Ein Link, um ein Passwort zu wählen, ist zu ihm unterwegs und gilt 3 Tage lang.",
  "created-link": "Der Benutzer wurde angelegt. Mit diesem Link wählt er innerhalb von 3 Tagen ein Passwort.",
  "webhook-created": "Der Webhook wurde angelegt.",
};
