import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";

const ROOT = new URL("../../", import.meta.url);

const DOCUMENTS = globSync("**/*.md", {
  cwd: fileURLToPath(ROOT),
  exclude: ["**/node_modules", ".*"],
});

/** Links and pictures in Markdown. Not matched are other origins, and pages of the server such as `/docs`. */
const LINKS = /\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g;

function readDocument(url: URL): string {
  return readFileSync(url, "utf8").replaceAll(/^```.*?^```/gms, "");
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Why a link leads nowhere; undefined if it does not. */
function problemOf(link: string, from: URL): string | undefined {
  const target = new URL(link, from);
  if (!existsSync(target)) return "no such file";
  if (target.hash === "") return undefined;
  const isHeading = anchorsOf(readDocument(target)).includes(decodeURIComponent(target.hash.slice(1)));
  return isHeading ? undefined : "no such heading";
}

t.test("every relative link of a document leads to a file, and its anchor to a heading", async (t) => {
  t.ok(DOCUMENTS.includes("README.md"));
  for (const name of DOCUMENTS) {
    const url = new URL(name, ROOT);
    for (const [, link = ""] of readDocument(url).matchAll(LINKS))
      t.equal(problemOf(link, url), undefined, `${name}: ${link}`);
  }
});

t.test("the README is read in a minute: it has at most 7 kB", async (t) => {
  const { length } = readFileSync(new URL("README.md", ROOT));
  t.ok(length <= 7_000, `${length} bytes; settings, commands and operation have documents of their own`);
});
