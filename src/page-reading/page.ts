import type { ItemType } from "../database/schema/items.ts";

/** What a page says about itself. Texts are plain and on one line, and empty if the page does not say it. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  /** The address that the page itself prefers. */
  readonly canonical: string;
  /** The address of its picture, which may contain it (`data:`). */
  readonly picture: string;
  /** The address of its icon, which may contain it. */
  readonly icon: string;
  /** A language tag such as `en` or `pt-BR`. */
  readonly language: string;
  readonly type: ItemType;
  readonly author: string;
  /** ISO 8601, in UTC. */
  readonly published: string;
}

/** The readable text of a page. */
export interface Article {
  /** HTML that only has the elements of `article.ts`, and links to http and https addresses. */
  readonly html: string;
  /** Its words, as `item_texts` stores them. */
  readonly words: string;
}

/** A page that was read. Addresses are absolute, and http or https, except those that contain a picture. */
export interface Page extends PageFacts {
  /** Where it was found, after redirects. */
  readonly address: string;
  /** Its readable text, if it was asked for and there is one. */
  readonly article?: Article;
}

/**
 * Why a page could not be read: `gone`: 404 or 410; `refused`: another 4xx; `later`: 429 or 5xx, after `retryAfter`
 * seconds if the server says so; `blocked`: an address that is not public.
 */
export type PageFailure =
  | { readonly kind: "gone" | "refused"; readonly status: number }
  | { readonly kind: "later"; readonly status: number; readonly retryAfter: number | undefined }
  | { readonly kind: "blocked" | "unreachable" | "too-large" | "too-slow" | "not-readable" };

/** A page without facts. */
export const NO_FACTS: PageFacts = {
  title: "",
  description: "",
  canonical: "",
  picture: "",
  icon: "",
  language: "",
  type: "link",
  author: "",
  published: "",
};

/** The facts of both pages: those of the first, and those of the second that the first does not say. */
export function merged(first: PageFacts, second: PageFacts): PageFacts {
  return {
    title: first.title || second.title,
    description: first.description || second.description,
    canonical: first.canonical || second.canonical,
    picture: first.picture || second.picture,
    icon: first.icon || second.icon,
    language: first.language || second.language,
    type: first.type === "link" ? second.type : first.type,
    author: first.author || second.author,
    published: first.published || second.published,
  };
}
