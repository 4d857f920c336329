import { fileURLToPath } from "node:url";
import ts from "typescript";
import { printTypes } from "../../tools/generate/types.ts";
import { parseContract } from "../../tools/source/contracts.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${folder}../tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  `${folder}..`,
);

/**
 * The errors of the compiler for each source text of the folder `test`, compiled in one program in which
 * `./generated.ts` has the types of a contract.
 */
export async function compilerErrors(yaml: string, texts: readonly string[]): Promise<string[][]> {
  const { document, operations } = parseContract("generated", yaml);
  const generated = [`${folder}generated.ts`, await printTypes(document, operations)] as const;
  const cases = texts.map((text, number) => [`${folder}case-${number}.ts`, text] as const);
  return errorsIn(options, [...cases, generated]).slice(0, -1);
}

/** The errors of the compiler in each of these files, which need not exist, compiled in one program. */
export function errorsIn(options: ts.CompilerOptions, sources: readonly (readonly [path: string, text: string])[]) {
  const files = new Map(sources);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const text = files.get(name);
    return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.ESNext);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
  );
}
