import type { Contract } from "#contract/contract";
import type { View } from "../design/view.ts";
import type { Texts } from "../texts/en.ts";
import type { Language } from "../texts/language.ts";

/** What the parts of a page about a contract need. */
export interface Guide {
  readonly contract: Contract;
  /** The server's public URL, which code samples use. */
  readonly baseUrl: string;
  readonly texts: Texts["reference"];
  /** The texts of all pages. */
  readonly common: Texts;
  /** Marks the texts of the contract, which are in English, on a page in another language; as markup. */
  readonly english: string;
}

/** The guide to a contract in the language of a page. */
export function guideTo(
  contract: Contract,
  { language, texts }: Pick<View, "language" | "texts">,
  baseUrl: string,
): Guide {
  return { contract, baseUrl, texts: texts.reference, common: texts, english: englishOn(language) };
}

/** The attribute of an English text on a page in a language; empty where that is English. */
export function englishOn(language: Language): string {
  return language === "en" ? "" : ' lang="en"';
}
