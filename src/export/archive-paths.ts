/** Maximum characters of a folder or file name: names of file systems have at most 255 bytes. */
const MAX_NAME_LENGTH = 60;

/** Characters that separate folders or that a file system rejects, and those that are invisible. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** Names of devices on Windows, where no file can have them. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Paths in an archive, safe to extract on any system: no two are equal, and none leads out of its folder. */
export class ArchivePaths {
  readonly #taken = new Set<string>();

  /** The path of a file in folders with these titles. A path that is taken gets a number, as in `a (2).pdf`. */
  add(titles: readonly string[], name: string): string {
    const folder = titles.map((title) => `${toName(title)}/`).join("");
    const { stem, extension } = split(name);
    for (let number = 1; ; number++) {
      const path = `${folder}${stem}${number === 1 ? "" : ` (${number})`}${extension}`;
      // Some file systems do not tell letters by their case.
      const key = path.normalize("NFC").toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return path;
    }
  }
}

function split(name: string): { readonly stem: string; readonly extension: string } {
  const [, stem = name, extension = ""] = /^(.+)(\.[a-z0-9]{1,8})$/i.exec(name) ?? [];
  return { stem: toName(stem), extension };
}

/** A name that is not empty and does not end in a dot or a space, which Windows would drop. */
function toName(text: string): string {
  const name = [...text.replace(FORBIDDEN, "_")].slice(0, MAX_NAME_LENGTH).join("");
  const trimmed = name.replace(/^ +|[ .]+$/g, "");
  return trimmed === "" || RESERVED.test(trimmed) ? `_${trimmed}` : trimmed;
}
