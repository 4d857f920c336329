import type * as english from "./en-admin.ts";

/** The German texts of a new secret, such as an API key. */
export const shownSecrets: typeof english.shownSecrets = {
  until: "Das wird 10 Minuten lang angezeigt, oder bis Sie das Kopieren bestätigen; danach nie wieder.",
  confirm: "Das habe ich kopiert",
};

export const adminNotices: typeof english.adminNotices = {
  "secret-copied": "Die Anzeige ist beendet.",
  "webhook-created": "Der Webhook wurde angelegt.",
};
