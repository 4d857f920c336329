import { setImmediate } from "node:timers/promises";
import type { Tokenizer, TokenType } from "@streamparser/json";
import { Failure } from "#contract/failure";
import type { UnreadableEntry } from "../bookmark/bookmark.ts";

/** Characters that are parsed between two yields to the event loop. */
const PIECE_LENGTH = 8 * 1024;

/** Bytes in which the tokenizer collects a string or a number. */
const BUFFER_SIZE = 4 * 1024;

/** Maximum lists and objects around a value. */
const MAX_NESTING = 1000;

/** Values that are kept of a node. */
const MAX_VALUES = 10_000;

/** Characters of the longest string, which the tokenizer keeps in memory. */
const MAX_TOKEN = 4 * 1024 * 1024;

/** Characters that are read of a number: a longer one has no meaning here, and would take long to read. */
const MAX_DIGITS = 1000;

/** Characters that are kept of a string: more than any field may have. */
const MAX_STRING = 20_000;

/** Characters that are shown of the place where a text is not valid. */
const MAX_SHOWN = 100;

/** The lists, or objects in place of lists, whose objects are nodes: those of browsers and of other services. */
const LISTS: ReadonlySet<unknown> = new Set(
  "children roots bookmarks lists collections links pinnedLinks items raindrops data articles".split(" "),
);

/** A value in a JSON text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** An object in one of the lists, such as a bookmark or a folder. */
export interface JsonNode {
  readonly kind: "node";
  /** The number of nodes that began before it. */
  readonly index: number;
  /** The list that it is in; empty if this has no name. Undefined if it is the whole text. */
  readonly list: string | undefined;
  readonly parent: JsonNode | undefined;
  /** Its values, without nodes. */
  readonly fields: { readonly [key: string]: Json };
  /** Whether there are nodes in it. */
  readonly hasNodes: boolean;
}

interface Draft extends JsonNode {
  readonly fields: Record<string, Json>;
  hasNodes: boolean;
  valueCount: number;
}

/** An object or a list that has begun. */
interface Frame {
  /** Where its values are put. */
  readonly object?: Record<string, Json>;
  readonly list?: Json[];
  /** It, if it is a node. */
  readonly node?: Draft;
  /** The name of the list whose objects are nodes, if it is one. */
  readonly nodes?: string;
  /** In an object, the key of the next value. */
  key?: string | undefined;
}

/**
 * The nodes of a JSON text, each when it ends. Yields to the event loop. A text ends with an unreadable entry where it is
 * not valid JSON, or has a string of more than 4 MiB. Throws `invalid` if it is nested too deep.
 */
export async function* nodesIn(text: AsyncIterable<string>): AsyncIterable<JsonNode | UnreadableEntry> {
  const library = await import("@streamparser/json"); // Here, because most servers never read such a file.
  const reader = new NodeReader(library);
  let line = 1;
  let last = "";
  for await (const part of text) {
    for (let start = 0; start < part.length; start += PIECE_LENGTH) {
      const piece = part.slice(start, start + PIECE_LENGTH);
      const isValid = reader.write(piece);
      yield* reader.take();
      if (!isValid) return yield { kind: "unreadable", line, text: piece.slice(0, MAX_SHOWN) };
      line += piece.split("\n").length - 1;
      last = piece;
      await setImmediate();
    }
  }
  if (!reader.isComplete) yield { kind: "unreadable", line, text: last.slice(-MAX_SHOWN) };
}

class NodeReader {
  readonly #tokenizer: Tokenizer;
  readonly #types: typeof TokenType;
  readonly #frames: Frame[] = [];
  /** The nodes among them. */
  readonly #nodes: Draft[] = [];
  #complete: JsonNode[] = [];
  #count = 0;
  /** Characters since the last token. */
  #tokenLength = 0;

  constructor(library: { readonly Tokenizer: typeof Tokenizer; readonly TokenType: typeof TokenType }) {
    this.#types = library.TokenType;
    class BoundedTokenizer extends library.Tokenizer {
      protected override parseNumber(digits: string): number {
        return Number(digits.slice(0, MAX_DIGITS));
      }
    }
    this.#tokenizer = new BoundedTokenizer({ stringBufferSize: BUFFER_SIZE, numberBufferSize: BUFFER_SIZE });
    this.#tokenizer.onToken = ({ token, value }) => this.#read(token, value);
  }

  /** Whether the text may end. */
  get isComplete(): boolean {
    return this.#frames.length === 0;
  }

  /** Reads a part of the text. Returns false where it is not valid. */
  write(piece: string): boolean {
    this.#tokenLength += piece.length;
    try {
      this.#tokenizer.write(piece);
      return this.#tokenLength <= MAX_TOKEN;
    } catch (error) {
      if (error instanceof Failure) throw error;
      return false;
    }
  }

  /** The nodes that ended since the last call. */
  take(): readonly JsonNode[] {
    const complete = this.#complete;
    this.#complete = [];
    return complete;
  }

  #read(token: TokenType, value: Json): void {
    const frame = this.#frames.at(-1);
    const types = this.#types;
    this.#tokenLength = 0;
    if (token === types.LEFT_BRACE) this.#push(this.#isNode(frame) ? this.#startNode(frame) : this.#startObject(frame));
    else if (token === types.LEFT_BRACKET) this.#push({ list: [], ...this.#nodesOf(frame) });
    else if (token === types.RIGHT_BRACE || token === types.RIGHT_BRACKET) this.#end();
    else if (token === types.COMMA && frame !== undefined) frame.key = undefined;
    else if (token !== types.COMMA && token !== types.COLON) this.#readScalar(frame, value);
  }

  #readScalar(frame: Frame | undefined, value: Json): void {
    const scalar = typeof value === "string" ? value.slice(0, MAX_STRING) : value;
    if (frame?.object === undefined || frame.key !== undefined) this.#add(scalar);
    else if (typeof scalar === "string") frame.key = scalar;
  }

  #push(frame: Frame): void {
    if (this.#frames.push(frame) > MAX_NESTING)
      throw new Failure("invalid", "The file is nested too deep.", { reason: "file-too-deep" });
  }

  /** Whether an object that begins in a frame is a node. */
  #isNode(frame: Frame | undefined): boolean {
    return frame === undefined || frame.nodes !== undefined;
  }

  #startNode(frame: Frame | undefined): Frame {
    const parent = this.#nodes.at(-1);
    if (parent !== undefined) parent.hasNodes = true;
    const fields: Record<string, Json> = Object.create(null);
    const place = { index: this.#count++, list: frame?.nodes, parent };
    const node: Draft = { kind: "node", ...place, fields, hasNodes: false, valueCount: 0 };
    this.#nodes.push(node);
    return { object: fields, node };
  }

  #startObject(frame: Frame | undefined): Frame {
    return { object: Object.create(null), ...this.#nodesOf(frame) };
  }

  /** Whether the objects in a value of a frame are nodes. */
  #nodesOf(frame: Frame | undefined): Pick<Frame, "nodes"> {
    if (frame === undefined) return { nodes: "" };
    const isList = frame.key !== undefined && LISTS.has(frame.key) && (frame.node ?? frame.nodes) !== undefined;
    return isList && frame.key !== undefined ? { nodes: frame.key } : {};
  }

  #end(): void {
    const ended = this.#frames.pop();
    if (ended?.node !== undefined) {
      this.#nodes.pop();
      this.#complete.push(ended.node);
    } else if (ended?.list !== undefined) this.#add(ended.list);
    else if (ended?.object !== undefined && ended.nodes === undefined) this.#add(ended.object);
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.key = undefined;
  }

  /** Puts a value where it belongs, unless the node has too many. */
  #add(value: Json): void {
    const frame = this.#frames.at(-1);
    const node = this.#nodes.at(-1);
    if (frame === undefined || (node !== undefined && ++node.valueCount > MAX_VALUES)) return;
    if (frame.list !== undefined) frame.list.push(value);
    else if (frame.object !== undefined && frame.key !== undefined) frame.object[frame.key] = value;
    if (frame.object !== undefined) frame.key = undefined;
  }
}
