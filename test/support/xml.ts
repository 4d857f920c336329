/** An element of XML with its text, in which references are decoded, and the elements in it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Element[];
}

const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Parses XML without comments, CDATA and document types. Throws if it is not well-formed. */
export function parseXml(xml: string): Element {
  if (FORBIDDEN.test(xml)) throw new Error("A character is not allowed in XML.");
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, "");
  const root = { name: "", attributes: {}, text: "", children: [] as Element[] };
  const open = [root];
  for (const [token] of body.matchAll(/<[^>]*>|[^<]+|</g)) {
    const current = open.at(-1) ?? root;
    if (!token.startsWith("<")) current.text += decode(token);
    else if (token.startsWith("</")) {
      if (open.pop()?.name !== token.slice(2, -1)) throw new Error(`${token} closes another element.`);
    } else {
      const [, name, attributes, end] = /^<([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>$/.exec(token) ?? [];
      if (name === undefined) throw new Error(`${token} is no tag.`);
      const element = { name, attributes: attributesIn(attributes ?? ""), text: "", children: [] as Element[] };
      current.children.push(element);
      if (end !== "/") open.push(element);
    }
  }
  const [document, ...others] = root.children;
  if (open.length !== 1 || document === undefined || others.length > 0 || root.text.trim() !== "")
    throw new Error("A document has one element, which must be closed.");
  return document;
}

/** The texts of the elements with this name in an element. */
export function textsOf({ children }: Element, name: string): string[] {
  return children.filter((child) => child.name === name).map(({ text }) => text);
}

function attributesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name, value = ""]) => [name, decode(value)]),
  );
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));|&/g, (reference, code, name) => {
    const character = code === undefined ? NAMED[name] : String.fromCodePoint(Number(code));
    if (character === undefined) throw new Error(`${reference} is no reference.`);
    return character;
  });
}
