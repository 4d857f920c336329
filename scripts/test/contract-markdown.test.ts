import { Marked } from "marked";
import t from "tap";
import type { Document } from "#contract/contract";
import { toContract } from "#contract/load";
import { loadContracts } from "../../harness/contracts.ts";
import { printMarkdown } from "../generate/contract-markdown.ts";

const marked = new Marked();

/** The headings of a text in Markdown, as plain text. */
function headingsIn(text: string): string[] {
  return marked.lexer(text).flatMap((token) => (token.type === "heading" ? [`${token.depth} ${token.text}`] : []));
}

const DOCUMENT: Document = {
  info: { title: "Cats & <script>alert(1)</script> [x](y) # *bold*", version: "1`", summary: "> `a`\n# b | <b>" },
  servers: [{ url: "/cats" }],
  paths: {
    "/{id}": {
      put: {
        operationId: "putCat",
        summary: "Put <i>a cat</i> | *now*",
        description: "First paragraph.\n\n- a list\n- of two",
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            description: "The id.\n\nIts `second` paragraph.",
            schema: { type: "integer", minimum: 1, maximum: 9 },
            examples: { tom: { value: 3 } },
          },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["a`b"],
                properties: {
                  "a`b": { type: "string", maxLength: 5, pattern: "^[^\\u0000]*$", enum: ["<x>", "*y*", "`"] },
                },
              },
              examples: { one: { value: { "a`b": "```" } } },
            },
          },
        },
        responses: {
          "204": { description: "Done." },
          "400": { description: "Wrong.", content: { "application/json": { schema: {} } } },
        },
      },
    },
  },
  components: { schemas: {} },
};

t.test("texts of a contract do not change the structure of its Markdown, and hold no HTML", async (t) => {
  const text = printMarkdown(toContract("cats", DOCUMENT));
  t.same(
    headingsIn(text).filter((heading) => heading.startsWith("3")),
    ["3 putCat: `PUT /cats/{id}`"],
  );
  t.equal(headingsIn(text).filter((heading) => heading.startsWith("1")).length, 1);
  const html = marked.parse(text, { async: false });
  t.notMatch(html, /<script|<b>|<em>|<i>|<a href="y"/);
  t.match(html, "Cats &amp; &lt;script&gt;alert(1)&lt;/script&gt; [x](y) # *bold*");
  t.match(html, "<code>a`b</code>", "a backtick in a code span");
  t.match(html, "{&quot;a`b&quot;:&quot;```&quot;}\n</code></pre>", "backticks in a code block");
  t.match(html, /<li>.*The id\..*Its <code>second<\/code> paragraph\..*<\/li>/s, "a paragraph within a list item");
});

for (const contract of loadContracts()) {
  t.test(
    `the Markdown of ${contract.name} has no other headings than its sections, and its links have targets`,
    async (t) => {
      const text = printMarkdown(contract);
      const headings = headingsIn(text);
      const names = headings.filter((heading) => heading.startsWith("3 ")).map((heading) => heading.slice(2));
      const { schemas } = contract.document.components;
      t.same(names.slice(-Object.keys(schemas).length), Object.keys(schemas));
      t.same(
        headings.filter((heading) => heading.startsWith("2 ")),
        ["2 Credentials", "2 Operations", "2 Shared parameters", "2 Failures", "2 Schemas"],
      );
      const anchors = new Set(names.map((name) => name.toLowerCase()));
      for (const [, target = ""] of text.matchAll(/\]\(#([^)]+)\)/g)) t.ok(anchors.has(target), target);
    },
  );
}
