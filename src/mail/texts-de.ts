import type { MailTexts } from "./texts.ts";

/** Mails in German. */
export const GERMAN: MailTexts = {
  resetPassword: (link) => ({
    subject: "Passwort zurücksetzen",
    text: `Guten Tag,

jemand hat ein neues Passwort für Ihr Triptych-Konto angefordert. Öffnen Sie innerhalb von 30 Minuten diesen Link, um es zu wählen:

${link}

Der Link funktioniert nur einmal. Mit dem neuen Passwort werden Sie überall abgemeldet.
Wenn Sie nichts angefordert haben, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.
`,
  }),
  confirmEmail: (link) => ({
    subject: "E-Mail-Adresse bestätigen",
    text: `Guten Tag,

diese E-Mail-Adresse wurde für ein Triptych-Konto angegeben. Öffnen Sie innerhalb von 24 Stunden diesen Link, um zu bestätigen, dass sie Ihnen gehört:

${link}

Der Link funktioniert nur einmal.
Wenn Sie kein solches Konto haben, brauchen Sie nichts zu tun.
`,
  }),
};
