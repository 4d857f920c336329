import { html } from "ghtml";
import { buttonLink } from "../../design/button.ts";
import type { Page } from "../../design/document.ts";
import { SEARCH_FORM } from "../../design/page-form.ts";
import { BOOKMARKS } from "../../design/paths.ts";
import type { Texts } from "../../texts/en.ts";
import { FINDING_HEAD } from "../head.ts";

/** A page that searches all bookmarks of an account for something, with a link to their list. */
export function findingPage(
  { bookmarks }: Texts,
  { title, lead }: { readonly title: string; readonly lead: string },
  content: string,
): Page {
  return {
    title,
    lead: html`${lead}`,
    head: FINDING_HEAD,
    form: SEARCH_FORM,
    actions: buttonLink(BOOKMARKS, bookmarks.all, "secondary"),
    content,
  };
}
