import { globSync, readFileSync } from "node:fs";
import t from "tap";

const FOLDER = new URL("../../openapi/", import.meta.url);

/** So long that a careless pattern takes seconds, in bytes. */
const LONG = 100 * 1024;

/** Texts on which a careless pattern tries every way to split them before it gives up. */
const HOSTILE = [" ", "a", "1", "-", "é", "\n"].flatMap((text) =>
  ["\0", "!", " "].map((end) => text.repeat(LONG / Buffer.byteLength(text)) + end),
);

for (const file of globSync("*.yaml", { cwd: FOLDER })) {
  t.test(`the patterns of ${file} hold nobody up, however long a text is`, async (t) => {
    const yaml = readFileSync(new URL(file, FOLDER), "utf8");
    const patterns = new Set([...yaml.matchAll(/pattern: (['"])(.+)\1$/gm)].map(([, , pattern = ""]) => pattern));
    t.ok(patterns.size >= 3);
    for (const pattern of patterns) {
      const expression = new RegExp(pattern, "u");
      const started = performance.now();
      for (const text of HOSTILE) expression.test(text);
      t.ok(performance.now() - started < 1_000, `${pattern}, all texts together`);
    }
  });
}
