import type { reminders as english, reminderNotices as englishNotices } from "./en-reminders.ts";

/** The German texts of the page of reminders. */
export const reminders: typeof english = {
  title: "Erinnerungen",
  lead: "Wie Sie an Lesezeichen mit einem Datum erinnert werden. Webhooks bekommen das Ereignis reminder.due.",
  list: "Lesezeichen mit Erinnerung",
  mails: "E-Mail",
  mailsLabel: "Erinnerungen per E-Mail senden",
  mailChoices: { en: "Ja, auf Englisch", de: "Ja, auf Deutsch", none: "Nein" },
  save: "Speichern",
  noMail: "Dieser Server verschickt keine E-Mails.",
  unconfirmed: "Sie bekommen E-Mails, sobald Ihre E-Mail-Adresse bestätigt ist.",
  confirm: "Im Profil bestätigen",
  calendar: "Kalender der Erinnerungen",
  calendarText:
    "Kalenderprogramme können Ihre Erinnerungen abonnieren. Wer die Adresse kennt, kann sie lesen; halten Sie sie also geheim.",
  calendarSince: "Dieser Kalender hat eine Adresse seit",
  create: "Adresse anlegen",
  replace: "Adresse ersetzen",
  replaceText: "Kalender mit der alten Adresse funktionieren dann nicht mehr.",
  remove: "Adresse entfernen",
  newAddress: "Die Adresse Ihres Kalenders",
  copyNow: "Kopieren Sie sie jetzt, und abonnieren Sie sie in Ihrem Kalenderprogramm.",
  copyAddress: "Adresse kopieren",
};

export const reminderNotices: typeof englishNotices = {
  "reminders-saved": "Ihre Wahl wurde gespeichert.",
  "calendar-removed": "Die Adresse Ihres Kalenders ist entfernt. Sie funktioniert nicht mehr.",
};
