import type { Texts } from "../texts/en.ts";
import type { Language } from "../texts/language.ts";

/** The colours of the pages; `system` follows the setting of the browser. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

/** The languages of the code samples in the API reference. */
export const SAMPLE_LANGUAGES = ["curl", "TypeScript", "Python"] as const;

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** The person who is signed in, as the header shows them. */
export interface SignedInVisitor {
  readonly name: string;
  readonly email: string;
  /** The locale of the account. */
  readonly locale: string;
  /** 1 to 4. */
  readonly level: 1 | 2 | 3 | 4;
  readonly isAdministrator: boolean;
  /** Returns the hidden field that a form needs to be accepted. */
  readonly csrfField: () => string;
}

/**
 * Who requests a page. `unknown` means that the page can't tell, because it is outside the parts of the server that
 * read sessions; the header then links to the account instead of showing its menu.
 */
export type Visitor = SignedInVisitor | "anonymous" | "unknown";

/** What the components need to know about a request. */
export interface View {
  readonly language: Language;
  readonly texts: Texts;
  readonly theme: Theme;
  /** In which language code samples are shown. */
  readonly samples: SampleLanguage;
  /** The name of the server. */
  readonly serverName: string;
  /** Path and query of the request. */
  readonly url: string;
  readonly visitor: Visitor;
  /** Whether the browser asks for few bytes (`Save-Data: on`): pages then leave out the covers of bookmarks. */
  readonly savesData: boolean;
}

/** The visitor, if they are signed in. */
export function signedIn({ visitor }: View): SignedInVisitor | undefined {
  return typeof visitor === "string" ? undefined : visitor;
}
