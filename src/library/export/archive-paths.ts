/** Maximum characters of a folder or file name: names of file systems have at most 255 bytes. */
const MAX_NAME_LENGTH = 60;

/** Characters that separate folders or that a file system rejects, and those that are invisible. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** Names of devices on Windows, where no file can have them. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Paths of files in an archive: no two are equal, none leads out of its folder, and none has a name that Windows rejects. */
export class ArchivePaths {
  /** The number of files with each path, without regard to case: some file systems do not tell it. */
  readonly #taken = new Map<string, number>();

  /** The path of a file in folders with these titles. A path that is taken gets a number, as in `a (2).pdf`. */
  add(titles: readonly string[], name: string): string {
    const folder = titles.map((title) => `${toName(title)}/`).join("");
    const { stem, extension } = split(name);
    const wanted = `${folder}${stem}${extension}`;
    for (let number = this.#countOf(wanted) + 1; ; number++) {
      const path = number === 1 ? wanted : `${folder}${stem} (${number})${extension}`;
      if (this.#countOf(path) > 0) continue;
      this.#taken.set(keyOf(wanted), number);
      if (path !== wanted) this.#taken.set(keyOf(path), 1);
      return path;
    }
  }

  #countOf(path: string): number {
    return this.#taken.get(keyOf(path)) ?? 0;
  }
}

function keyOf(path: string): string {
  return path.normalize("NFC").toLowerCase();
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
