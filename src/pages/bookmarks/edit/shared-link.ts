import type { Values } from "../../design/form-state.ts";

/** A web address in a text. */
const ADDRESS = /https?:\/\/[^\s<>"]+/i;

/**
 * The values with which the form for a new bookmark opens. Phones that share a page often put its address into the
 * text, so without a link the first address in the text or the title is the link, and is removed from there.
 */
export function prefilled({ link = "", title = "", text = "", collection = "" }: Values): Values {
  const typed = link.trim();
  if (typed !== "") return { link: typed, title: title.trim(), excerpt: text.trim(), collection };
  const fromText = ADDRESS.exec(text)?.[0];
  const found = fromText ?? ADDRESS.exec(title)?.[0] ?? "";
  const without = (shared: string) => (found === "" ? shared : shared.replace(found, "")).trim();
  return { link: found, title: without(title), excerpt: without(text), collection };
}
