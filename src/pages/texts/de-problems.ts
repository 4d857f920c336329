import type { Problem } from "#contract/failure";
import { FAILURES } from "./de-failures.ts";

/** What is wrong with a field, by reason: the end of a sentence that begins with the field's label. */
export const DETAILS: Readonly<Record<string, string>> = {
  "blank-or-has-nul": "darf nicht leer sein und kein NUL-Zeichen enthalten",
  "contradicts-other": "darf einem anderen Feld nicht widersprechen",
  "field-after-file": "muss vor der Datei stehen",
  "field-too-long": "ist zu lang",
  "finds-too-many-files": "muss weniger Dateien finden",
  "has-no-address": "müssen gültig sein. Das ist keine: {text}",
  "has-nul": "darf kein NUL-Zeichen enthalten",
  "item-too-large": "macht das Lesezeichen zu groß",
  "line-without-link": "müssen gültig sein. Das ist keiner: {text}",
  "name-unclear": "ist nicht eindeutig: Mehrere Namen passen. Bitte eine wählen",
  "name-unknown": "ist unbekannt: Kein Name enthält, was Sie geschrieben haben",
  "needed-for-change": "ist nötig, um E-Mail-Adresse, Stufe oder Passwort zu ändern",
  "nested-too-deep": "wäre zu tief verschachtelt",
  "no-addresses": "ist erforderlich",
  "no-longer-valid": "gilt nicht mehr",
  "none-chosen": "müssen mindestens eines sein",
  "not-a-choice": "muss eine der Möglichkeiten sein",
  "not-a-number": "muss eine Zahl sein",
  "not-a-time": "muss Datum und Uhrzeit sein",
  "not-an-address": "muss eine E-Mail-Adresse sein",
  "not-ascii": "muss aus druckbaren ASCII-Zeichen bestehen",
  "not-confirmed": "muss bestätigt werden",
  "not-empty": "muss leer sein",
  "not-hexadecimal": "muss aus 24 hexadezimalen Ziffern in Kleinbuchstaben bestehen",
  "not-http-address": "muss eine http- oder https-Adresse sein",
  "not-https": "muss mit https:// beginnen",
  "not-https-or-http": "muss mit https:// oder http:// beginnen",
  "not-in-future": "muss in der Zukunft liegen",
  "not-offered": "muss einer der angebotenen Werte sein",
  "not-other-collection": "muss eine andere Ihrer Sammlungen und darf keine Untersammlung sein",
  "not-own-collection": "muss eine Ihrer Sammlungen sein",
  "not-so-many-characters": "muss {least} bis {limit} Zeichen haben",
  "not-supported": "wird hier nicht unterstützt",
  "not-this-value": "muss {value} sein",
  "not-valid": "ist nicht gültig",
  "of-another-search": "gehört zu einer anderen gespeicherten Suche",
  "of-another-account": "gehört zu einem anderen Konto",
  "other-port": "muss den Port 443 haben oder einen ab 1024",
  "password-common": "darf keines der 10.000 häufigsten Passwörter sein, denn Angreifer probieren diese zuerst",
  "password-differs": "muss mit dem Passwort übereinstimmen",
  "password-is-address": "darf weder die E-Mail-Adresse des Kontos noch ihr Teil vor dem @ sein",
  "password-is-name": "darf nicht der Name des Kontos sein",
  "private-network": "darf nicht in einem privaten Netz liegen",
  required: "ist erforderlich",
  "required-for-many-items": "ist für mehr als {limit} Lesezeichen erforderlich",
  "same-address": "ist schon Ihre Adresse",
  "same-password": "ist schon Ihr Passwort",
  "setting-invalid": "muss ein Text, eine Zahl, ja oder nein oder eine Liste von höchstens {limit} davon sein",
  "settings-too-large": "sind zu umfangreich",
  "tags-of-too-many-items": "dürfen zusammen höchstens {limit} Lesezeichen haben",
  "time-out-of-range": "muss zwischen 1970 und morgen liegen",
  "too-few-characters": "muss mindestens {limit} Zeichen haben",
  "too-large": "darf höchstens {limit} sein",
  "too-many-addresses": "darf höchstens {limit} Adressen haben",
  "too-many-characters": "darf höchstens {limit} Zeichen haben",
  "too-many-entries": "darf höchstens {limit} Einträge haben",
  "too-many-lines": "dürfen höchstens {limit} sein",
  "too-many-mebibytes": "darf höchstens {limit} MiB haben",
  "too-many-words": "darf höchstens {limit} Wörter und Operatoren haben",
  "too-small": "muss mindestens {limit} sein",
  "url-with-password": "darf weder Benutzername noch Passwort enthalten",
  "used-for-another-request": "wurde für eine andere Anfrage benutzt",
  wrong: "ist falsch",
  "wrong-format": "hat das falsche Format",
};

/** The German texts of all problems, by reason. Names in braces stand for the values of a problem. */
export const PROBLEMS: ReadonlyMap<string, string> = new Map([...Object.entries(FAILURES), ...Object.entries(DETAILS)]);

/**
 * German for a problem of the domain or of a form. Only one that an older version of the server has stored has no
 * reason, and stays as it is: test/pages/problems.test.ts fails for a reason without a text.
 */
export function translateToGerman({ message, reason = "", values = {}, parts }: Problem): string {
  if (parts !== undefined) return parts.map(translateToGerman).join(reason === "any-of" ? " oder " : " und ");
  return PROBLEMS.get(reason)?.replace(/\{(\w+)\}/g, (_, name: string) => format(values[name])) ?? message;
}

function format(value: string | number | undefined = ""): string {
  return typeof value === "number" ? value.toLocaleString("de") : value;
}
