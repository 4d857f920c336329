/** How a language writes JSON values. */
interface Notation {
  readonly key: (name: string) => string;
  readonly words: Readonly<Record<string, string>>;
}

const TYPESCRIPT: Notation = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  words: {},
};
const PYTHON: Notation = { key: JSON.stringify, words: { true: "True", false: "False", null: "None" } };

/** Literals longer than this have one entry per line. */
const MAX_WIDTH = 60;

/** A JSON value as a TypeScript expression. `indent` is the indentation of the line that it begins on. */
export function typescriptLiteral(value: unknown, indent = ""): string {
  return write(value, TYPESCRIPT, indent);
}

/** A JSON value as a Python expression. */
export function pythonLiteral(value: unknown, indent = ""): string {
  return write(value, PYTHON, indent);
}

function write(value: unknown, notation: Notation, indent: string): string {
  if (typeof value !== "object" || value === null) {
    const text = JSON.stringify(value);
    return notation.words[text] ?? text;
  }
  const isList = Array.isArray(value);
  const inner = `${indent}    `;
  const entries = isList
    ? value.map((entry) => write(entry, notation, inner))
    : Object.entries(value).map(([name, field]) => `${notation.key(name)}: ${write(field, notation, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const line = `${open}${entries.join(", ")}${close}`;
  if (line.length <= MAX_WIDTH && !line.includes("\n")) return line;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${indent}${close}`;
}
