import type { MailText, MailTexts, Reminders } from "./texts.ts";

/** Mails in German. */
export const GERMAN: MailTexts = {
  resetPassword: (link, server) => ({
    subject: "Passwort zurücksetzen",
    text: `Guten Tag,

jemand hat ein neues Passwort für Ihr Konto bei ${server} angefordert. Öffnen Sie innerhalb von 30 Minuten diesen Link, um es zu wählen:

${link}

Der Link funktioniert nur einmal. Mit dem neuen Passwort werden Sie überall abgemeldet.
Wenn Sie nichts angefordert haben, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.
`,
  }),
  choosePassword: (link, server) => ({
    subject: "Passwort wählen",
    text: `Guten Tag,

die Administration von ${server} hat mit dieser E-Mail-Adresse ein Konto für Sie angelegt. Öffnen Sie innerhalb von 3 Tagen diesen Link, um sein Passwort zu wählen:

${link}

Der Link funktioniert nur einmal. Später bekommen Sie einen neuen, wenn Sie bei der Anmeldung „Passwort vergessen?“ wählen.
Wenn Sie kein Konto erwarten, brauchen Sie nichts zu tun.
`,
  }),
  confirmEmail: (link, server) => ({
    subject: "E-Mail-Adresse bestätigen",
    text: `Guten Tag,

diese E-Mail-Adresse wurde für ein Konto bei ${server} angegeben. Öffnen Sie innerhalb von 24 Stunden diesen Link, um zu bestätigen, dass sie Ihnen gehört:

${link}

Der Link funktioniert nur einmal.
Wenn Sie kein solches Konto haben, brauchen Sie nichts zu tun.
`,
  }),
  addressChanged: (baseUrl, server) => ({
    subject: "Ihre E-Mail-Adresse wurde geändert",
    text: `Guten Tag,

Ihr Konto bei ${server} hat ab jetzt eine andere E-Mail-Adresse. Diese Adresse gehört nicht mehr dazu:

${baseUrl}

Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, bitten Sie einen Administrator dieses Servers um Hilfe.
`,
  }),
  webhookDisabled: (link, server) => ({
    subject: "Ein Webhook wurde deaktiviert",
    text: `Hallo,

ein Webhook Ihres Kontos bei ${server} konnte seine Ereignisse nicht zustellen und wurde deaktiviert. Ereignisse werden nicht gesendet, bis Sie ihn wieder aktivieren. Den Grund nennt diese Seite:

${link}
`,
  }),
  reminders: remind,
  joinCollection: { viewer: joinCollection("lesen"), member: joinCollection("lesen und ändern") },
};

function remind({ items, more, all, settings }: Reminders): MailText {
  return {
    subject: items.length + more === 1 ? "Eine Erinnerung" : `${items.length + more} Erinnerungen`,
    text: `Guten Tag,

Sie wollten erinnert werden an:

${items.map(({ title, link }) => `${title}\n${link}\n`).join("\n")}${more === 0 ? "" : `\nund an ${more} weitere.\n`}
Alle Ihre Lesezeichen mit Erinnerung:
${all}

Wenn Sie keine solchen E-Mails wünschen, wählen Sie das hier:
${settings}
`,
  };
}

/** The mail of an invitation. `may` says what the role allows. */
function joinCollection(may: string) {
  return (link: string, server: string): MailText => ({
    subject: "Einladung zu einer Lesezeichen-Sammlung",
    text: `Guten Tag,

jemand, der ${server} benutzt, lädt Sie zu einer Sammlung von Lesezeichen ein. Sie dürfen sie ${may}. Öffnen Sie innerhalb von 30 Tagen diesen Link, um zu sehen, wer Sie wozu einlädt:

${link}

Mit dem Link kann eine Person beitreten. Dazu brauchen Sie ein Konto auf diesem Server.
Wenn Sie keine Einladung erwarten, brauchen Sie nichts zu tun.
`,
  });
}
