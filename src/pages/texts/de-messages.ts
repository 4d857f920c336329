/** What there were too many of. */
const LIMITED: ReadonlyMap<string, string> = new Map([
  ["mails for your network", "Zu viele E-Mails für Ihr Netz."],
  ["mails to this address", "Zu viele E-Mails an diese Adresse."],
  ["registrations from your network", "Zu viele neue Konten aus Ihrem Netz."],
  ["requests", "Zu viele Anfragen."],
  ["tests of webhooks", "Zu viele Tests von Webhooks."],
]);

/**
 * German for the English messages of the domain and the validators that pages show. A pattern must match the whole
 * message. test/pages/languages.test.ts lists the messages.
 */
const MESSAGES: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [/is required/, () => "ist erforderlich"],
  [
    /is needed to change the e-mail address, the level or the password/,
    () => "ist nötig, um E-Mail-Adresse, Stufe oder Passwort zu ändern",
  ],
  [/is unknown: no name contains what you typed/, () => "ist unbekannt: Kein Name enthält, was Sie geschrieben haben"],
  [
    /is unclear: several names match\. Choose one/,
    () => "ist nicht eindeutig: Mehrere Namen passen. Bitte eine wählen",
  ],
  [/is already your address/, () => "ist schon Ihre Adresse"],
  [/is already your password/, () => "ist schon Ihr Passwort"],
  [/is wrong/, () => "ist falsch"],
  [/must not be blank or hold a NUL character/, () => "darf nicht leer sein und kein NUL-Zeichen enthalten"],
  [/must not hold a NUL character/, () => "darf kein NUL-Zeichen enthalten"],
  [/must have at least (\d+) characters?/, (count = "") => `muss mindestens ${count} Zeichen haben`],
  [/must have at most (\d+) characters?/, (count = "") => `darf höchstens ${count} Zeichen haben`],
  [/must have (\d+) to (\d+) characters/, (min = "", max = "") => `muss ${min} bis ${max} Zeichen haben`],
  [/must be an e-mail address/, () => "muss eine E-Mail-Adresse sein"],
  [/must be equal to one of the allowed values/, () => "muss einer der angebotenen Werte sein"],
  [/must match the password/, () => "muss mit dem Passwort übereinstimmen"],
  [
    /must begin with (https:\/\/|https:\/\/ or http:\/\/)/,
    (text = "") => `muss mit ${text.replace(" or ", " oder ")} beginnen`,
  ],
  [/must not contain a user name or a password/, () => "darf weder Benutzername noch Passwort enthalten"],
  [/must have the port 443, or one from 1024/, () => "muss den Port 443 haben oder einen ab 1024"],
  [/must not be in a private network/, () => "darf nicht in einem privaten Netz liegen"],
  [/must be at least one/, () => "müssen mindestens eines sein"],
  [
    /Your account has reached its limit of (\d+) webhooks\. Delete one first\./,
    (count = "") => `Ihr Konto hat schon ${count} Webhooks, mehr sind nicht möglich. Bitte zuerst einen löschen.`,
  ],
  [/Enable the webhook before you test it\./, () => "Bitte den Webhook erst aktivieren, dann testen."],
  [/You have no webhook with this id\./, () => "Diesen Webhook gibt es nicht."],
  [/must be one of the choices/, () => "muss eine der Möglichkeiten sein"],
  [/must be a number/, () => "muss eine Zahl sein"],
  [/must be at least (\d+)/, (count = "") => `muss mindestens ${count} sein`],
  [
    /Somebody else has changed this product in the meantime\. Reload the page\./,
    () => "Jemand anderes hat dieses Produkt inzwischen geändert. Bitte die Seite neu laden.",
  ],
  [
    /Writing products needs user level (\d) or higher\./,
    (level = "") => `Um Produkte zu ändern, braucht man Stufe ${level} oder höher.`,
  ],
  [/There is no product with this id\./, () => "Es gibt kein Produkt mit dieser Nummer."],
  [/must be in the future/, () => "muss in der Zukunft liegen"],
  [/belongs to another account/, () => "gehört zu einem anderen Konto"],
  [
    /must not be the account's e-mail address or the part of it before the @/,
    () => "darf weder die E-Mail-Adresse des Kontos noch ihr Teil vor dem @ sein",
  ],
  [/must not be the account's name/, () => "darf nicht der Name des Kontos sein"],
  [
    /must not be one of the 10,000 most common passwords, because attackers try these first/,
    () => "darf keines der 10.000 häufigsten Passwörter sein, denn Angreifer probieren diese zuerst",
  ],
  [/Please correct the fields below\./, () => "Bitte die folgenden Felder korrigieren."],
  [/Invalid Email or Password\./, () => "E-Mail-Adresse oder Passwort ist falsch."],
  [
    /Too many failed logins\. Try again in (\d+) seconds?\./,
    (seconds = "") => `Zu viele falsche Anmeldungen. Bitte in ${seconds} s noch einmal versuchen.`,
  ],
  [
    /There is already a key with this name\. Choose another name\./,
    () => "Es gibt schon einen Schlüssel mit diesem Namen. Bitte einen anderen wählen.",
  ],
  [
    /An account can have at most (\d+) keys\. Revoke one first\./,
    (count = "") => `Ein Konto kann höchstens ${count} Schlüssel haben. Bitte zuerst einen widerrufen.`,
  ],
  [
    /This is the last active administrator\. Make another account an administrator first\./,
    () => "Das ist der letzte aktive Administrator. Bitte zuerst ein anderes Konto zum Administrator machen.",
  ],
  [
    /Somebody else has changed this user in the meantime\. Reload the page\./,
    () => "Jemand anderes hat diesen Benutzer inzwischen geändert. Bitte die Seite neu laden.",
  ],
  [
    /Too many mails to this address\. Try again in (\d+) seconds?\./,
    (seconds = "") => `Zu viele E-Mails an diese Adresse. Bitte in ${seconds} s noch einmal versuchen.`,
  ],
  [
    /Too many mails for your network\. Try again in (\d+) seconds?\./,
    (seconds = "") => `Zu viele E-Mails für Ihr Netz. Bitte in ${seconds} s noch einmal versuchen.`,
  ],
  [
    /Too many e-mails are waiting to be sent\. Try again in a minute\./,
    () => "Zu viele E-Mails warten auf den Versand. Bitte in einer Minute noch einmal versuchen.",
  ],
  [
    /Too many logins and registrations are in progress\. Try again in a moment\./,
    () => "Zu viele Anmeldungen warten. Bitte gleich noch einmal versuchen.",
  ],
  [
    /This server sends no mail\. Ask an administrator for a link\./,
    () => "Dieser Server versendet keine E-Mails. Bitte einen Administrator um einen Link bitten.",
  ],
  [/This browser is not signed in any more\./, () => "Dieser Browser ist nicht mehr angemeldet."],
  [/This page is for administrators\./, () => "Diese Seite ist für Administratoren."],
  [
    /This form has expired, or your browser blocks cookies\. Load the page again\./,
    () => "Dieses Formular ist abgelaufen, oder der Browser blockiert Cookies. Bitte die Seite neu laden.",
  ],
  [
    /This form was not sent by a page of this server\./,
    () => "Dieses Formular wurde nicht von einer Seite dieses Servers gesendet.",
  ],
  [/must be an http or https address/, () => "muss eine http- oder https-Adresse sein"],
  [/must be one of your collections/, () => "muss eine Ihrer Sammlungen sein"],
  [
    /must be another one of your collections, and not a descendant of this one/,
    () => "muss eine andere Ihrer Sammlungen und darf keine Untersammlung sein",
  ],
  [/would be nested too deep/, () => "wäre zu tief verschachtelt"],
  [/must be a date and time/, () => "muss Datum und Uhrzeit sein"],
  [/makes the item too large/, () => "macht das Lesezeichen zu groß"],
  [/must have at most (\d+) entries per item/, (count = "") => `darf höchstens ${count} Einträge haben`],
  [
    /It was changed elsewhere while you edited it\. Nothing is saved yet\./,
    () => "Es wurde inzwischen anderswo geändert. Noch ist nichts gespeichert.",
  ],
  [/A highlight needs a text\./, () => "Eine Markierung braucht einen Text."],
  [/The text or the note is too long\./, () => "Der Text oder die Notiz ist zu lang."],
  [
    /This highlight was removed elsewhere in the meantime\./,
    () => "Diese Markierung wurde inzwischen anderswo entfernt.",
  ],
  [/Choose a file\./, () => "Bitte eine Datei wählen."],
  [/The file is larger than (\d+) MiB\./, (size = "") => `Die Datei ist größer als ${size} MiB.`],
  [
    /The form holds more than 500 fields or 512 KiB of text\./,
    () => "Das Formular enthält mehr als 500 Felder oder 512 KiB Text.",
  ],
  [
    /The file has no bookmarks\. It can be a bookmark file of a browser \(HTML\), a table \(CSV\), a backup or an export \(JSON\), an archive with one of these \(ZIP\), or a list of links\./,
    () =>
      "Die Datei enthält keine Lesezeichen. Sie kann eine Lesezeichen-Datei eines Browsers (HTML), eine Tabelle (CSV), ein Backup oder ein Export (JSON), ein Archiv mit einem davon (ZIP) oder eine Liste von Links sein.",
  ],
  [
    /The file is damaged: it could not be unpacked\./,
    () => "Die Datei ist beschädigt: Sie konnte nicht entpackt werden.",
  ],
  [/Another file was chosen in the meantime\./, () => "Inzwischen wurde eine andere Datei gewählt."],
  [
    /The file has more than ([\d,]+) (bookmarks|folders)\./,
    (count = "", what = "") =>
      `Die Datei enthält mehr als ${count.replace(",", ".")} ${what === "folders" ? "Ordner" : "Lesezeichen"}.`,
  ],
  [/The picture has more than 25 megapixels\./, () => "Das Bild hat mehr als 25 Megapixel."],
  [
    /Another import is running\. Wait until it is done\./,
    () => "Ein anderer Import läuft. Bitte warten, bis er fertig ist.",
  ],
  [
    /This import has expired or was deleted\. Choose the file again\./,
    () => "Dieser Import ist abgelaufen oder gelöscht. Bitte die Datei noch einmal wählen.",
  ],
  [
    /Too many (?:changes|exports|large requests|lists|pages|searches) are in progress\. Try again in a moment\./,
    () => "Der Server ist gerade ausgelastet. Bitte gleich noch einmal versuchen.",
  ],
  [
    /Too many (?:imports|uploads) are in progress\. Try again in a moment\./,
    () => "Zu viele Dateien werden gerade verarbeitet. Bitte gleich noch einmal versuchen.",
  ],
  [
    /Your account has used its storage of (\d+) MiB\. Delete items, files or covers, and empty the Trash\./,
    (size = "") =>
      `Ihr Konto hat seinen Speicher von ${size} MiB verbraucht. Bitte Lesezeichen, Dateien oder Titelbilder löschen und den Papierkorb leeren.`,
  ],
  [/There is no collection with this id\./, () => "Diese Sammlung gibt es nicht."],
  [/There is no item with this id\./, () => "Dieses Lesezeichen gibt es nicht."],
  [/Only the owner of this collection may do that\./, () => "Das darf nur, wem diese Sammlung gehört."],
  [
    /You may read this (item|collection), but not change it\./,
    (what = "") => `Sie dürfen ${what === "item" ? "dieses Lesezeichen" : "diese Sammlung"} lesen, aber nicht ändern.`,
  ],
  [/This path does not exist\./, () => "Diesen Pfad gibt es nicht."],
  [/This page does not exist\./, () => "Diese Seite gibt es nicht."],
  [
    /Too many (mails for your network|mails to this address|registrations from your network|requests|tests of webhooks)\. Try again in (\d+) seconds?\./,
    (what = "", seconds = "") => `${LIMITED.get(what)} Bitte in ${seconds} s noch einmal versuchen.`,
  ],
  [/is not valid any more/, () => "gilt nicht mehr"],
  [/Registration is closed on this server\./, () => "Auf diesem Server kann sich niemand selbst registrieren."],
  [/The account is inactive\. Activate it first\./, () => "Das Konto ist inaktiv. Bitte zuerst aktivieren."],
  [/Email already exists/, () => "Ein anderes Konto hat diese E-Mail-Adresse."],
  [/must have at most (\d+) addresses/, (count = "") => `darf höchstens ${count} Adressen haben`],
  [/must be valid\. This is no e-mail address: (.+)/s, (text = "") => `müssen gültig sein. Das ist keine: ${text}`],
  [
    /There are 100 invitations that nobody has used yet\. Revoke some first\./,
    () => "Es gibt 100 Einladungen, die noch niemand benutzt hat. Bitte zuerst einige widerrufen.",
  ],
  [/you dont have permissions to invite more people/, () => "Sie dürfen in diese Sammlung niemanden einladen."],
  [/This collection belongs to another account\./, () => "Diese Sammlung gehört einem anderen Konto."],
  [/You may read this collection, but not change it\./, () => "Sie dürfen diese Sammlung lesen, aber nicht ändern."],
  [/This invitation was used or revoked\./, () => "Diese Einladung wurde benutzt oder widerrufen."],
  [/This invitation or person does not exist\./, () => "Diese Einladung oder Person gibt es nicht."],
  [/This collection has no collaborator with this id\./, () => "Diese Person benutzt die Sammlung nicht mehr."],
  [
    /You have access through a collection that contains this one\. Leave that one\./,
    () => "Sie haben Zugriff über eine übergeordnete Sammlung. Verlassen Sie diese.",
  ],
  [
    /This collection has reached its limit of 1,000 collaborators\./,
    () => "Diese Sammlung hat schon 1.000 Personen, mehr sind nicht möglich.",
  ],
  [
    /Your account has reached its limit of 100 collections of others\. Leave some first\./,
    () => "Mit Ihnen sind schon 100 Sammlungen geteilt. Bitte zuerst einige verlassen.",
  ],
  [/There is no such key\./, () => "Diesen Schlüssel gibt es nicht."],
  [/There is no account with this id\./, () => "Es gibt kein Konto mit dieser ID."],
  [/The path is not percent-encoded UTF-8\./, () => "Der Pfad ist kein gültiges UTF-8."],
  [/The body is larger than 1 MiB\./, () => "Das Formular ist zu groß."],
  [/The Content-Type is not a media type\./, () => "Das Format des Formulars ist unbekannt."],
  [/The body is incomplete\./, () => "Das Formular ist unvollständig."],
  [
    /Choose what to do with the bookmarks\. Nothing was changed\./,
    () => "Bitte wählen, was mit den Lesezeichen geschehen soll. Es wurde nichts geändert.",
  ],
  [
    /No bookmarks are selected\. Nothing was changed\./,
    () => "Es sind keine Lesezeichen ausgewählt. Es wurde nichts geändert.",
  ],
  [
    /A page shows at most 50 bookmarks\. Nothing was changed\./,
    () => "Eine Seite zeigt höchstens 50 Lesezeichen. Es wurde nichts geändert.",
  ],
  [
    /At most 10,000 bookmarks can be changed at once like this\. Narrow the list down with a search\. Nothing was changed\./,
    () =>
      "So können höchstens 10.000 Lesezeichen auf einmal geändert werden. Bitte die Liste mit einer Suche eingrenzen. Es wurde nichts geändert.",
  ],
  [/Choose a collection\. Nothing was changed\./, () => "Bitte eine Sammlung wählen. Es wurde nichts geändert."],
  [
    /Write at least one tag\. Nothing was changed\./,
    () => "Bitte mindestens ein Schlagwort schreiben. Es wurde nichts geändert.",
  ],
  [/You have no collection with this id\./, () => "Diese Sammlung gibt es nicht."],
  [
    /Items of another account can be moved only to collections of that account that you may change\./,
    () => "Lesezeichen eines anderen Kontos lassen sich nur in dessen Sammlungen verschieben, die Sie ändern dürfen.",
  ],
  [
    /At most (\d+) items can be changed at once\. Select them with ids\./,
    (count = "") => `Es lassen sich höchstens ${count} Lesezeichen auf einmal ändern. Bitte seitenweise ändern.`,
  ],
  [
    /An item can have at most (\d+) tags\./,
    (count = "") => `Ein Lesezeichen kann höchstens ${count} Schlagwörter haben.`,
  ],
  [
    /A search can have at most (\d+) words and operators\./,
    (count = "") => `Eine Suche kann höchstens ${count} Wörter und Operatoren haben.`,
  ],
  [
    /must have at most (\d+) words and operators/,
    (count = "") => `darf höchstens ${count} Wörter und Operatoren haben`,
  ],
  [/Something went wrong on the server\./, () => "Auf dem Server ist ein Fehler aufgetreten."],
];

const PATTERNS = MESSAGES.map(([pattern, write]) => [new RegExp(`^${pattern.source}$`), write] as const);

/** Translates a message, or the parts of one with several; returns messages without a translation unchanged. */
export function translateToGerman(message: string): string {
  const whole = translateOne(message);
  return (
    whole ??
    message
      .split(" and ")
      .map((part) => translateOne(part) ?? part)
      .join(" und ")
  );
}

function translateOne(message: string): string | undefined {
  for (const [pattern, write] of PATTERNS) {
    const match = pattern.exec(message);
    if (match !== null) return write(...match.slice(1));
  }
  return undefined;
}
