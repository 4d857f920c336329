import { domainOf } from "../items/item.ts";
import type { Bookmark } from "./bookmark/bookmark.ts";

/** Characters of an icon: enough for 64 pixels. */
const MAX_ICON = 16 * 1024;

/** Hosts of a file whose icons are kept, and characters of all of them. */
const MAX_HOSTS = 2_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

const ICON = /^data:image\/[\w.+-]{1,40};base64,/i;

/** Chooses the icons of a file that are kept: the first one of each host that is not too large. */
export class IconChoice {
  readonly #hosts = new Set<string>();
  #characters = 0;

  /** Returns the icon if it is kept for the host of the bookmark. It is only a text so far. */
  choose({ link }: Bookmark, icon = ""): string | undefined {
    if (icon.length > MAX_ICON || this.#hosts.size >= MAX_HOSTS || !ICON.test(icon)) return undefined;
    const host = domainOf(link);
    if (this.#hosts.has(host) || this.#characters + icon.length > MAX_CHARACTERS) return undefined;
    this.#hosts.add(host);
    this.#characters += icon.length;
    return icon;
  }
}
