/** Lines and bytes of a batch. */
const MAX_LINES = 50;
const MAX_BATCH = 256 * 1024;

/** Bytes of a line: more than twice those of the longest text, as JSON. */
const MAX_LINE = 4 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** The lines of a text in UTF-8, in batches. Leaves out lines that are empty or longer than 4 MiB. */
export async function* linesOf(parts: AsyncIterable<Buffer>): AsyncIterable<readonly string[]> {
  let [lines, length]: [string[], number] = [[], 0];
  let line = new Line();
  const end = () => {
    const text = line.text;
    if (text !== "") lines.push(text);
    length += text.length;
    line = new Line();
  };
  for await (const part of parts) {
    for (let start = 0; start < part.length; ) {
      const found = part.indexOf(LINE_FEED, start);
      line.add(part.subarray(start, found < 0 ? part.length : found));
      if (found < 0) break;
      start = found + 1;
      end();
      if (lines.length < MAX_LINES && length < MAX_BATCH) continue;
      yield lines;
      [lines, length] = [[], 0];
    }
  }
  end();
  if (lines.length > 0) yield lines;
}

/** The parts of a line. */
class Line {
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  add(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > MAX_LINE) this.#parts.length = 0;
    else this.#parts.push(part);
  }

  get text(): string {
    return this.#size > MAX_LINE ? "" : Buffer.concat(this.#parts).toString().trim();
  }
}
