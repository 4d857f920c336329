import type { Language } from "../texts/language.ts";

/** Larger prices would be shown with up to 309 digits. */
const MAX_PLAIN = 1e15;

/** A price in the notation of a language. */
export function priceIn(language: Language, price: number): string {
  if (price >= MAX_PLAIN) return String(price);
  return price.toLocaleString(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 20,
  });
}
