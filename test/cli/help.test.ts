import t from "tap";
import { COMMANDS } from "../../src/cli/commands.ts";
import { run } from "../support/command-runner.ts";

t.test("the help of a command has three spellings, and that of a group lists its commands and no others", async (t) => {
  const names = COMMANDS.map(({ name }) => name);
  for (const name of names) {
    const words = name.split(" ");
    const [long, short, help] = [
      await run([...words, "--help"]),
      await run([...words, "-h"]),
      await run(["help", ...words]),
    ];
    t.match(long, { code: 0, stderr: "", stdout: `Usage: triptych ${name}` });
    t.same([short, help], [long, long], name);
  }
  for (const group of new Set(names.filter((name) => name.includes(" ")).map((name) => name.split(" ")[0] ?? ""))) {
    const { stdout } = await run([group, "--help"]);
    t.same(await run(["help", group]), { code: 0, stdout, stderr: "" });
    const listed = [...stdout.matchAll(/^ {2}(\w+ [\w-]+) {2}/gm)].map(([, name]) => name);
    t.same(
      listed,
      names.filter((name) => name.startsWith(`${group} `)),
    );
  }
});

t.test("lines of help fit into 100 columns, except for examples", async (t) => {
  for (const words of [[], ...COMMANDS.map(({ name }) => name.split(" "))]) {
    const { code, stdout } = await run([...words, "--help"]);
    t.equal(code, 0, stdout);
    const lines = stdout.split("\n").filter((line) => !line.startsWith("  triptych "));
    t.same(
      lines.filter(({ length }) => length > 100),
      [],
    );
  }
});

t.test("the commands of a group stand together, and no two commands have the same name", async (t) => {
  const names = COMMANDS.map(({ name }) => name);
  t.equal(new Set(names).size, names.length);
  const groups = names.map((name) => name.split(" ")[0]);
  const changes = groups.filter((group, index) => group !== groups[index - 1]);
  t.equal(new Set(changes).size, changes.length);
});
