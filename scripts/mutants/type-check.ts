import { join } from "node:path";
import ts from "typescript";

/** Finds type errors in changed files, with the settings of tsconfig.json. */
export class TypeCheck {
  readonly #root: string;
  readonly #service: ts.LanguageService;
  /** The changed file, and how many files were checked before it. */
  #changed = { path: "", text: "", version: 0 };

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
      getScriptFileNames: () => fileNames,
      getScriptVersion: (path) => (path === this.#changed.path ? String(this.#changed.version) : "0"),
      getScriptSnapshot: (path) => {
        const text = path === this.#changed.path ? this.#changed.text : ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  /** Whether TypeScript reports an error in the file if it had this text. Files that import it are not checked. */
  rejects(file: string, text: string): boolean {
    const path = join(this.#root, file);
    this.#changed = { path, text, version: this.#changed.version + 1 };
    return (
      this.#service.getSyntacticDiagnostics(path).length > 0 || this.#service.getSemanticDiagnostics(path).length > 0
    );
  }
}
