/** The part of a text, which arrives in chunks, that a reader has not read yet. */
export class Input {
  /** The text received so far, from a position before `at`. */
  text = "";
  /** The index in `text` of the next unread character. */
  at = 0;
  /** Whether the whole text has arrived. */
  isEnd = false;
  /** How many characters arrived before those in `text`. */
  offset = 0;
  #line = 1;
  #counted = 0;
  #afterReturn = false;

  add(chunk: string): void {
    this.#countLines();
    this.offset += this.at;
    this.text = this.text.slice(this.at) + chunk;
    this.at = 0;
    this.#counted = 0;
  }

  /** Whether so many characters have arrived after `at`, or all that there are. */
  has(count: number): boolean {
    return this.isEnd || this.text.length - this.at >= count;
  }

  /** The number of the line at `at`, from 1. */
  get line(): number {
    this.#countLines();
    return this.#line;
  }

  /** Counts the line breaks between the last count and `at`. */
  #countLines(): void {
    const part = this.text.slice(this.#counted, this.at);
    if (part === "") return;
    this.#counted = this.at;
    this.#line += part.match(/\r\n?|\n/g)?.length ?? 0;
    // The CR before it was counted.
    if (this.#afterReturn && part.startsWith("\n")) this.#line--;
    this.#afterReturn = part.endsWith("\r");
  }
}
