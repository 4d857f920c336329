import { join } from "node:path";
import t, { type Test } from "tap";
import { assertTypeScript } from "../tools/generate/typescript.ts";
import { projectOf } from "./project.ts";

/** The path of a module in a project in which this version of TypeScript is installed. */
async function moduleWith(test: Test, version: string): Promise<string> {
  const typescript = JSON.stringify({ name: "typescript", version });
  return join(await projectOf(test, { "node_modules/typescript/package.json": typescript }), "module.js");
}

t.test("contract generate says which version of TypeScript it needs", async (t) => {
  t.throws(() => assertTypeScript("/nowhere/module.js"), {
    name: "ToolFailure",
    message: "The package typescript is missing: npm install --save-dev typescript@5",
  });
  const seven = await moduleWith(t, "7.0.2");
  t.throws(() => assertTypeScript(seven), {
    name: "ToolFailure",
    message: "TypeScript 7.0.2 is installed; contract generate needs version 5: npm install --save-dev typescript@5",
  });
  assertTypeScript(await moduleWith(t, "5.9.3"));
});
