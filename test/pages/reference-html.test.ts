import { readFileSync } from "node:fs";
import t from "tap";
import { parseContract } from "../../src/http/contract/load.ts";
import { contractPage, overviewPage } from "../../src/pages/reference/pages.ts";
import { hasReviewedHtml } from "../support/reviewed-html.ts";

const yaml = readFileSync(new URL("reference.yaml", import.meta.url), "utf8");
const BASE_URL = "http://triptych.test";

/** Parses `reference.yaml` as the contract of this name, which selects the client in the code samples. */
function contractNamed(name: string, text = yaml) {
  return parseContract(name, text);
}

t.test("the HTML of the list of operations", async (t) => {
  hasReviewedHtml(t, "reference", overviewPage([contractNamed("collections"), contractNamed("users")]));
});

t.test("the HTML of the page of a contract with login tokens", async (t) => {
  hasReviewedHtml(t, "reference-token", contractPage(contractNamed("collections"), BASE_URL));
});

t.test("the HTML of the page of a contract with API keys, which need no credential by default", async (t) => {
  const withKeys = yaml
    .replace("type: http, scheme: bearer", "type: apiKey, in: header, name: X-Auth-Token")
    .replace("security: [{ token: [] }]\n", "security: []\n");
  hasReviewedHtml(t, "reference-key", contractPage(contractNamed("users", withKeys), BASE_URL));
});
