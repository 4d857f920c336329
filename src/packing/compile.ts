import { stripTypeScriptTypes } from "node:module";

/** The specifiers of static and dynamic imports, of re-exports, and of what is resolved to be imported. */
const IMPORTS = /(?<=\bfrom\s*|\bimport(?:\.meta\.resolve)?\s*\(?\s*)"([^"\n]+)"/g;

/** The files that are named by a URL, such as the programs of threads. */
const URLS = /(?<=\bnew URL\(\s*)"([^"\n]+)"(?=,\s*import\.meta\.url)/g;

/** Makes JavaScript of TypeScript: without types, and with imports of `.js` files. */
export function toJavaScript(typescript: string): string {
  const toJs = (quoted: string) => quoted.replace(/^("\.{1,2}\/.*)\.ts"$/, '$1.js"');
  return stripTypeScriptTypes(typescript).replace(IMPORTS, toJs).replace(URLS, toJs);
}

/** The specifiers in JavaScript of what it imports and of the modules that it names by a URL. */
export function specifiersIn(javascript: string): string[] {
  const imported = [...javascript.matchAll(IMPORTS)].map(([, name = ""]) => name);
  const named = [...javascript.matchAll(URLS)].map(([, name = ""]) => name);
  return [...imported, ...named.filter((name) => name.endsWith(".js")).map((name) => name.replace(/^(?!\.)/, "./"))];
}
