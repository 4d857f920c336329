import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";

const SCRIPTS = fileURLToPath(new URL("../", import.meta.url));

t.test("each file in scripts/ is a program with a help; what programs share is in scripts/shared/", async (t) => {
  const files = globSync("*.ts", { cwd: SCRIPTS });
  t.ok(files.length > 20);
  for (const file of files) {
    const text = readFileSync(`${SCRIPTS}${file}`, "utf8");
    t.match(text, /^const HELP = `.*^Usage: .*(\bhelp: \{|"--help")/ms, file);
    t.notMatch(text, /^export /m, file);
  }
});
