import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";

/** The languages of the pages, by their tag (BCP 47). */
export const LANGUAGES = { en: { name: "English", texts: en }, de: { name: "Deutsch", texts: de } } as const;

export type Language = keyof typeof LANGUAGES;

/** The language of people who state none that the pages have. */
const DEFAULT: Language = "en";

/** The texts of a language. */
export function textsIn(language: Language): Texts {
  return LANGUAGES[language].texts;
}

/** Where a request may state a language, in order of precedence. */
interface Wishes {
  /** What was chosen on a page, from its cookie. */
  readonly chosen: string | undefined;
  /** The locale of the account that is signed in. */
  readonly locale: string | undefined;
  /** The header `Accept-Language`. */
  readonly accepted: string | undefined;
}

/** The first language among the wishes that the pages have; English if there is none. */
export function chooseLanguage({ chosen, locale, accepted }: Wishes): Language {
  return toLanguage(chosen) ?? toLanguage(locale) ?? fromHeader(accepted) ?? DEFAULT;
}

/** The language with this tag, if the pages have it. */
export function toLanguage(tag: string | undefined): Language | undefined {
  if (tag === "en" || tag === "de") return tag;
  return undefined;
}

/** The language of the pages with the highest quality in `Accept-Language` (RFC 9110, section 12.5.4). */
function fromHeader(header = ""): Language | undefined {
  const ranges = header.split(",").map((entry) => {
    const [range = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    return { language: range === "*" ? DEFAULT : toLanguage(range.split("-")[0]), quality };
  });
  const wanted = ranges.filter(({ language, quality }) => language !== undefined && quality > 0 && quality <= 1);
  return wanted.toSorted((one, other) => other.quality - one.quality)[0]?.language;
}
