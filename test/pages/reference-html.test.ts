import { readFileSync } from "node:fs";
import t from "tap";
import { parseContract } from "#contract/tools/source/contracts";
import { documentOf, type Page } from "../../src/pages/design/document.ts";
import type { View } from "../../src/pages/design/view.ts";
import { changelogPage } from "../../src/pages/reference/changelog-page.ts";
import { contractPage, credentialSection } from "../../src/pages/reference/contract-page.ts";
import { docsPage } from "../../src/pages/reference/docs-page.ts";
import { referencePage } from "../../src/pages/reference/frame.ts";
import { groupPage, renderGroup } from "../../src/pages/reference/group-page.ts";
import { groupsOf } from "../../src/pages/reference/groups.ts";
import { guideTo } from "../../src/pages/reference/guide.ts";
import { overviewPage } from "../../src/pages/reference/overview-page.ts";
import { samplesOf } from "../../src/pages/reference/samples.ts";
import { indexOf } from "../../src/pages/reference/search-index.ts";
import { searchPage } from "../../src/pages/reference/search-page.ts";
import { en } from "../../src/pages/texts/en.ts";
import { hasReviewedContent, hasReviewedHtml } from "../support/reviewed-html.ts";

const yaml = readFileSync(new URL("reference.yaml", import.meta.url), "utf8");
const BASE_URL = "http://triptych.test";

/** Somebody who is not signed in. */
const VIEW: View = {
  language: "en",
  texts: en,
  theme: "system",
  samples: "curl",
  serverName: "Triptych",
  url: "/docs/",
  visitor: "anonymous",
  savesData: false,
};

/** The document of a page for somebody who is not signed in. */
function textOf(page: Page): string {
  return documentOf(VIEW, page);
}

/** Parses `reference.yaml` as the contract of this name, which selects the client in the code samples. */
function contractNamed(name: string, text = yaml) {
  return parseContract(name, text);
}

t.test("the HTML of the list of operations", async (t) => {
  const info = { title: "Borrow a book", summary: "Borrows a book & returns it." };
  const workflows = [{ name: "borrow", info, sourceDescriptions: [] }];
  const page = overviewPage(VIEW, [contractNamed("collections"), contractNamed("users")], workflows);
  hasReviewedHtml(t, "reference", textOf(referencePage(VIEW, page)));
});

t.test("the HTML of a changelog marks what breaks clients", async (t) => {
  const place = "GET /cats";
  const changes = [
    { severity: "breaking", place, text: "removed the header `Link`" },
    { severity: "may break", place, text: "added a value <b>" },
    { severity: "harmless", place, text: "added the header `Warning`" },
  ];
  const releases = [
    { version: "2.0.1", released: "2026-03-01", rise: "patch", changes: [] },
    { version: "2.0.0", released: "2026-02-01", rise: "major", changes },
    { version: "1.1.0", rise: "minor", changes: changes.slice(2) },
    { version: "1.0.0", released: "2026-01-01", changes: [] },
  ];
  const page = changelogPage(contractNamed("collections"), JSON.stringify({ releases }));
  hasReviewedContent(t, "reference-changelog", textOf(page));
});

t.test("the HTML of the page about a contract has the anchors of all operations and events", async (t) => {
  const page = contractPage(guideTo(contractNamed("collections"), VIEW, BASE_URL));
  hasReviewedContent(t, "reference-contract", textOf(page));
});

t.test("the HTML of the pages of all groups of a contract with login tokens", async (t) => {
  const contract = contractNamed("collections");
  const guide = guideTo(contract, VIEW, BASE_URL);
  const pages: string[] = [];
  for (const group of groupsOf(contract))
    pages.push(groupPage(VIEW, guide, group, await renderGroup(guide, group)).content);
  hasReviewedHtml(t, "reference-token", `${pages.join("\n")}\n`);
});

t.test("the HTML of what a search finds", async (t) => {
  const errors =
    "## Cats\n\n| Status | Cause | Sentence |\n|---|---|---|\n| 404 | no cat | No `cat` <here>. |\n\n### no-cat\n";
  const index = await indexOf([contractNamed("collections")], errors);
  hasReviewedContent(
    t,
    "reference-search",
    textOf(referencePage(VIEW, searchPage({ ...VIEW, url: "/docs/search?q=cat" }, index))),
  );
});

t.test("the credential and the code samples of a contract with API keys, which need none by default", async (t) => {
  const withKeys = yaml
    .replace("type: http, scheme: bearer", "type: apiKey, in: header, name: X-Auth-Token")
    .replace("security: [{ token: [] }]\n", "security: []\n");
  const contract = contractNamed("users", withKeys);
  const samples = contract.operations.flatMap((operation) => samplesOf(contract, operation, BASE_URL));
  const credential = credentialSection(guideTo(contract, VIEW, BASE_URL));
  hasReviewedHtml(t, "reference-key", [credential, ...samples.map(({ code }) => code), ""].join("\n"));
});

t.test("the HTML of the quickstart", async (t) => {
  const blocks = ["sh start", "sh", "sh install", "sh curl", "ts", "json"];
  const code = blocks.map((info) => `\`\`\`${info}\nopen ${BASE_URL} # <here>\n\`\`\`\n`).join("\n");
  hasReviewedContent(t, "quickstart", textOf(docsPage(`# Start\n\nRead **this**.\n\n## First step\n\n${code}`)));
});
