import { setImmediate } from "node:timers/promises";
import type { Found } from "./bookmark.ts";

/** Lines that are read between two yields to the event loop. */
const LINES_PER_SLICE = 100;

/** Reads a plain list: one link per line. Lines that are not links are skipped. */
export async function* readLines(text: AsyncIterable<string>): AsyncIterable<Found> {
  let line = 0;
  for await (const link of linesIn(text)) {
    if (++line % LINES_PER_SLICE === 0) await setImmediate();
    if (link !== "") yield { kind: "bookmark", line, link };
  }
}

async function* linesIn(text: AsyncIterable<string>): AsyncIterable<string> {
  let rest = "";
  for await (const part of text) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}
