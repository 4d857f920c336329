import { basename, dirname, join } from "node:path";
import ts from "typescript";
import type { Mutant } from "./mutant.ts";

/** Finds type errors in mutants, with the settings of tsconfig.json. */
export class TypeCheck {
  readonly #root: string;
  readonly #service: ts.LanguageService;
  /** The texts of files that exist only in memory, by path. */
  #inMemory = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
    const { options, fileNames } = ts.parseJsonConfigFileContent(
      { ...ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config, include: ["src"] },
      ts.sys,
      root,
    );
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [...fileNames, ...this.#inMemory.keys()],
      getScriptVersion: (path) => this.#inMemory.get(path) ?? "unchanged",
      getScriptSnapshot: (path) => {
        const text = this.#inMemory.get(path) ?? ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  /**
   * Whether TypeScript accepts each of these mutants. They are checked together, which is many times faster: each is
   * a file in memory beside the original, which other files still import. A file with a class that is not assignable
   * to its copy can't be checked in this way; all of its mutants are accepted.
   */
  accepts(mutants: readonly Mutant[]): boolean[] {
    const originals = [...new Set(mutants.map(({ file }) => file))].map((file) => {
      return { file, path: this.#pathOf(file, "original"), text: ts.sys.readFile(join(this.#root, file)) ?? "" };
    });
    const changed = mutants.map(({ file, changedText }, index) => {
      return { file, path: this.#pathOf(file, `mutant-${index}`), text: changedText };
    });
    this.#inMemory = new Map([...originals, ...changed].map(({ path, text }) => [path, text]));
    const checked = new Set(originals.filter(({ path }) => !this.#hasErrors(path)).map(({ file }) => file));
    return changed.map(({ file, path }) => !checked.has(file) || !this.#hasErrors(path));
  }

  #pathOf(file: string, prefix: string): string {
    return join(this.#root, dirname(file), `${prefix}-${basename(file)}`);
  }

  #hasErrors(path: string): boolean {
    return (
      this.#service.getSyntacticDiagnostics(path).length > 0 || this.#service.getSemanticDiagnostics(path).length > 0
    );
  }
}
