// Texts and addresses of pages, which may be hostile.

// In characters.
const MAX_TITLE = 1_000;
const MAX_DESCRIPTION = 10_000;
const MAX_AUTHOR = 200;
const MAX_ADDRESS = 2_048;

/** Characters of a picture of 64 KiB in base64, with what is before it. */
const MAX_EMBEDDED = 88_000;

/** Controls, and characters that change the direction of what comes after them. */
const INVISIBLE = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

function cleanText(text: string, maxLength: number): string {
  // Only the beginning of a huge text is cleaned.
  const start = text.slice(0, maxLength * 4).toWellFormed();
  return start.replace(INVISIBLE, " ").replace(/\s+/g, " ").trim().slice(0, maxLength).trim().toWellFormed();
}

export const cleanTitle = (text: string) => cleanText(text, MAX_TITLE);
export const cleanDescription = (text: string) => cleanText(text, MAX_DESCRIPTION);

/** A person's name; empty for the address of a profile. */
export function cleanAuthor(text: string): string {
  return /^\s*https?:/i.test(text) ? "" : cleanText(text, MAX_AUTHOR);
}

/** An absolute http or https address without credentials; empty for any other, and for a long one. */
export function cleanAddress(text: string, base: string): string {
  if (text.trim() === "" || text.length > MAX_ADDRESS) return "";
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return "";
  return url.href.length > MAX_ADDRESS ? "" : url.href;
}

/** An address that contains a picture, if that is small. Empty for any other. */
export function embeddedPicture(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= MAX_EMBEDDED && /^data:image\/[\w.+-]+;base64,/i.test(trimmed) ? trimmed : "";
}

/** A language tag in its canonical form; `en_US` counts as `en-US`. Empty if it is none. */
export function cleanLanguage(text: string): string {
  try {
    return text.length > 35 ? "" : (Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0] ?? "");
  } catch {
    return "";
  }
}

const DATE = /^\d{4}-\d\d-\d\d/;
const WITHOUT_ZONE = /T\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/** A time in ISO 8601, in UTC if it names no other zone. Empty for other texts. */
export function cleanTime(text: string): string {
  const trimmed = text.trim().slice(0, 40);
  if (!DATE.test(trimmed)) return "";
  const time = new Date(WITHOUT_ZONE.test(trimmed) ? `${trimmed}Z` : trimmed);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
}
