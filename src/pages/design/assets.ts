import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The style sheets of the design, in the order in which they apply. */
const STYLES = ["tokens", "base", "layout", "buttons", "components", "forms", "tables", "header", "menu", "footer"];

/** The files of `assets/` with the styles and scripts of single pages, and the icons of the application. */
const FILES = [
  ...[
    "account.css",
    "bookmarks-edit.css",
    "bookmarks.css",
    "docs.css",
    "drop.css",
    "finding.css",
    "panel.css",
    "products.css",
    "proof.css",
    "public.css",
    "reader.css",
    "reference.css",
    "save-window.css",
    "selection.css",
    "sharing.css",
    "tree-changes.css",
    "tree.css",
  ],
  "start-page.css",
  ...["triptych.svg", "triptych-180.png", "triptych-192.png", "triptych-512.png"],
] as const;

/**
 * The scripts that pages load, or import when they need them. `npm run generate` makes them from `assets/`, each in one
 * file with its parts. They import each other, so that they share the hash in their paths.
 */
export const SCRIPTS = [
  "combobox.js",
  "drop.js",
  "fragments.js",
  "idiomorph.js",
  "lists.js",
  "pages.js",
  "panel.js",
  "reader.js",
  "reference.js",
  "save-window.js",
  "tree-changes.js",
] as const;

/** The styles of the design in one file: one request loads them all. */
const DESIGN = "design.css";

export type AssetName = typeof DESIGN | (typeof FILES)[number] | (typeof SCRIPTS)[number];

export const ASSET_NAMES: readonly AssetName[] = [DESIGN, ...FILES, ...SCRIPTS];

interface Asset {
  readonly content: Buffer;
  /** Has a hash of the content, so that browsers keep the file until it changes. */
  readonly path: string;
}

const loaded = new Map<AssetName, Asset>();
let scriptsHash: string | undefined;

/** A file that pages load. It is read once. */
export function assetOf(name: AssetName): Asset {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const content = contentOf(name);
  const asset = { content, path: `/assets/${isScript(name) ? hashOfScripts() : hashOf(content)}/${name}` };
  loaded.set(name, asset);
  return asset;
}

/** The path of a file that pages load. */
export function assetPath(name: AssetName): string {
  return assetOf(name).path;
}

function isScript(name: AssetName): boolean {
  return SCRIPTS.some((script) => script === name);
}

function hashOfScripts(): string {
  scriptsHash ??= hashOf(Buffer.concat(SCRIPTS.map(contentOf)));
  return scriptsHash;
}

function hashOf(content: Buffer): string {
  return hash("sha256", content, "base64url").slice(0, 12);
}

function contentOf(name: AssetName): Buffer {
  if (name === DESIGN) return Buffer.from(STYLES.map((style) => read(`styles/${style}.css`).toString()).join("\n"));
  if (isScript(name)) return read(`../../../generated/scripts/${name}`);
  return read(`../assets/${name}`);
}

function read(path: string): Buffer {
  return readFileSync(new URL(path, import.meta.url));
}
