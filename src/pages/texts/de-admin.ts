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
  openHint: "Sonst legt nur die Administration Konten an, auf der Seite der Benutzer.",
  isOpen: "Jeder darf ein Konto anlegen.",
  isClosed: "Nur die Administration legt Konten an.",
  decidedBy: "Das lässt sich hier nicht ändern, denn es steht in der Umgebungsvariablen",
  save: "Speichern",
  environment: "Beim Start des Servers festgelegt",
  address: "Öffentliche Adresse",
  mail: "E-Mail",
  sendsMail: "Der Server verschickt E-Mails.",
  noMail:
    "Der Server verschickt keine E-Mails. Ein vergessenes Passwort ersetzt also nur, wer einen Link der Administration hat.",
  environmentText: "Das ändern Umgebungsvariablen und ein Neustart.",
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

export const adminNotices: typeof english.adminNotices = {
  "secret-copied": "Die Anzeige ist beendet.",
  "server-saved": "Die Einstellungen des Servers sind gespeichert.",
  "webhook-created": "Der Webhook wurde angelegt.",
};
