import { relative, resolve, sep } from "node:path";
import ts from "typescript";
import type { Files } from "#contract/tools/generate/documents";

/** Where the declarations of a package are from, and where to write them. */
interface Declarations {
  /** The tsconfig.json whose compiler options apply. */
  readonly config: string;
  /** The modules, from the root of the repository. Those that they import are compiled too. */
  readonly modules: readonly string[];
  /** The folder whose declarations are written, and the one to write them to. */
  readonly from: string;
  readonly to: string;
}

/**
 * Makes the declarations (`.d.ts`) of modules. `generated` has the texts of files that are about to be written, which
 * the modules import.
 */
export function declarationsOf(root: string, generated: Files, { config, modules, from, to }: Declarations): Files {
  const texts = new Map(generated.map(([path, text]) => [resolve(root, path), text]));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(resolve(root, config), ts.sys.readFile).config,
    ts.sys,
    resolve(root, config, ".."),
    { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: root },
  );
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (path) => texts.get(resolve(path)) ?? readFile(path);
  const program = ts.createProgram(
    modules.map((path) => resolve(root, path)),
    options,
    host,
  );
  const files: [path: string, text: string][] = [];
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const name = relative(resolve(root, from), path).split(sep).join("/");
    if (!name.startsWith("..")) files.push([to + name, text]);
  });
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, host));
  return files;
}
