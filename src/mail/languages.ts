import type { MailTexts } from "./texts.ts";
import { GERMAN } from "./texts-de.ts";
import { ENGLISH } from "./texts-en.ts";

/** The languages in which mails can be written. */
export const LANGUAGES = ["en", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The mails in each language. */
export const TEXTS: Readonly<Record<Language, MailTexts>> = { en: ENGLISH, de: GERMAN };
