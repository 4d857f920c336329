import { readFileSync } from "node:fs";
import t from "tap";
import { parseContract } from "#contract/tools/source/contracts";
import { documentOf, type Page } from "../../src/pages/design/document.ts";
import { changelogPage } from "../../src/pages/reference/changelog-page.ts";
import { contractPage, credentialPanel, overviewPage } from "../../src/pages/reference/contract-pages.ts";
import { docsPage } from "../../src/pages/reference/docs-page.ts";
import { samplesOf } from "../../src/pages/reference/samples.ts";
import { en } from "../../src/pages/texts/en.ts";
import { hasReviewedContent, hasReviewedHtml } from "../support/reviewed-html.ts";

const yaml = readFileSync(new URL("reference.yaml", import.meta.url), "utf8");
const BASE_URL = "http://triptych.test";

/** The document of a page for somebody who is not signed in. */
function textOf(page: Page): string {
  return documentOf(
    { language: "en", texts: en, theme: "system", serverName: "Triptych", url: "/docs/", visitor: "anonymous" },
    page,
  );
}

/** Parses `reference.yaml` as the contract of this name, which selects the client in the code samples. */
function contractNamed(name: string, text = yaml) {
  return parseContract(name, text);
}

t.test("the HTML of the list of operations", async (t) => {
  const info = { title: "Borrow a book", summary: "Borrows a book & returns it." };
  const workflows = [{ name: "borrow", info, sourceDescriptions: [] }];
  const page = overviewPage([contractNamed("collections"), contractNamed("users")], workflows);
  hasReviewedHtml(t, "reference", textOf(page));
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

t.test("the HTML of the page of a contract with login tokens", async (t) => {
  hasReviewedContent(t, "reference-token", textOf(contractPage(contractNamed("collections"), BASE_URL)));
});

t.test("the credential and the code samples of a contract with API keys, which need none by default", async (t) => {
  const withKeys = yaml
    .replace("type: http, scheme: bearer", "type: apiKey, in: header, name: X-Auth-Token")
    .replace("security: [{ token: [] }]\n", "security: []\n");
  const contract = contractNamed("users", withKeys);
  const samples = contract.operations.flatMap((operation) => samplesOf(contract, operation, BASE_URL));
  hasReviewedHtml(t, "reference-key", [credentialPanel(contract), ...samples.map(({ code }) => code), ""].join("\n"));
});

t.test("the HTML of the quickstart", async (t) => {
  const blocks = ["sh start", "sh", "sh install", "sh curl", "ts", "json"];
  const code = blocks.map((info) => `\`\`\`${info}\nopen ${BASE_URL} # <here>\n\`\`\`\n`).join("\n");
  hasReviewedContent(t, "quickstart", textOf(docsPage(`# Start\n\nRead **this**.\n\n${code}`)));
});
