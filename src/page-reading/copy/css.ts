import { type CSSToken, TokenType, tokenizer } from "@csstools/css-tokenizer";

/** What an address in a page leads to. */
export type Kind = "style" | "picture" | "font";

/** What replaces an address: a data: URI, or `NOTHING`. Addresses are relative to `base`. */
export type Resolve = (address: string, base: string, kind: Kind) => string;

/** An address without content, which leads nowhere. */
export const NOTHING = "data:,";

/** Functions in which a string is an address. */
const ADDRESS_FUNCTIONS: ReadonlySet<string> = new Set([
  "url",
  "src",
  "image",
  "image-set",
  "-webkit-image-set",
  "cross-fade",
  "-webkit-cross-fade",
]);

/** Replaces each address in a style sheet, or in a `style` attribute, and removes scripts of old browsers. */
export function rewriteCss(css: string, base: string, resolve: Resolve): string {
  const rewriter = new Rewriter(base, resolve);
  const { endOfFile, nextToken } = tokenizer({ css });
  let text = "";
  while (!endOfFile()) text += rewriter.next(nextToken());
  return text;
}

class Rewriter {
  readonly #base: string;
  readonly #resolve: Resolve;
  /** The open functions and parentheses, which have no name. */
  readonly #open: string[] = [];
  #isImport = false;
  #isFont = false;

  constructor(base: string, resolve: Resolve) {
    this.#base = base;
    this.#resolve = resolve;
  }

  next(token: CSSToken): string {
    switch (token[0]) {
      case TokenType.AtKeyword:
        this.#isImport = token[4].value.toLowerCase() === "import";
        this.#isFont = token[4].value.toLowerCase() === "font-face";
        return token[1];
      case TokenType.Semicolon:
      case TokenType.OpenCurly:
        this.#isImport = false;
        return token[1];
      case TokenType.CloseCurly:
        this.#isFont = false;
        return token[1];
      case TokenType.Function:
        return this.#function(token[4].value.toLowerCase(), token[1]);
      case TokenType.OpenParen:
        this.#open.push("");
        return token[1];
      case TokenType.CloseParen:
        this.#open.pop();
        return token[1];
      case TokenType.URL:
        return `url(${this.#address(token[4].value, this.#open.length)})`;
      case TokenType.String:
        return this.#isAddress() ? this.#address(token[4].value, this.#open.length - 1) : token[1];
      case TokenType.Comment:
        return "/**/";
      case TokenType.BadURL:
      case TokenType.BadString:
        return "";
      default:
        return token[1];
    }
  }

  #function(name: string, raw: string): string {
    this.#open.push(name);
    return name === "expression" ? "none(" : raw;
  }

  #isAddress(): boolean {
    const name = this.#open.at(-1);
    return name === undefined ? this.#isImport : ADDRESS_FUNCTIONS.has(name);
  }

  /** `depth`: the number of functions in which the address is. */
  #address(address: string, depth: number): string {
    // A part of the page itself, such as a filter of a picture.
    if (address.startsWith("#")) return quoted(address);
    const kind = this.#isImport && depth <= 0 ? "style" : this.#isFont ? "font" : "picture";
    return quoted(this.#resolve(address, this.#base, kind));
  }
}

/** A string of CSS that can't end an element of HTML. */
function quoted(text: string): string {
  return `"${text.replace(/["\\<\n\r\f\0]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
}
