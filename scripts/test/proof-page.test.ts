import t from "tap";
import { petContract } from "#contract/test/pets";
import { unknownExceptions } from "#contract/tools/proof/unknown-parts";
import { CONFIG, loadContracts } from "../../harness/contracts.ts";
import { proofPage } from "../generate/proof-page.ts";

/** A contract with one operation, whose 200 response has two content types. */
const contract = petContract((yaml) =>
  yaml
    .replace(/ {4}post:[\s\S]*(?=x-outside)/, "")
    .replace('{ $ref: "#/components/schemas/Dog" } } } }', '{ $ref: "#/components/schemas/Dog" } } }, text/csv: {} }'),
);

t.test("the page has totals for each contract and the parts of each operation, by kind", async (t) => {
  const page = proofPage([contract], []);
  const total = ["1", "0", "12", "44", "4", "2", "0"].map((count) => `<td [^>]*>${count}</td>`).join("");
  t.match(page, new RegExp(`<a href="#pets">[^<]*</a></th>${total}</tr>\n.*>All</th>${total}</tr>`));
  t.match(page, /<summary>listDogs <code>GET \/pets\/dogs<\/code><\/summary>/);
  t.match(page, /<summary>other requests <code>\/pets<\/code><\/summary>/);
  const [, operation = ""] = /<details>(.*?)<\/details>/s.exec(page) ?? [];
  t.same(
    [...operation.matchAll(/<dt>(.*)<\/dt><dd>(.*)<\/dd>/g)].map(([, title, list = ""]) => [
      title,
      ...[...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = ""]) => item.replaceAll(/<[^>]*>/g, "").trim()),
    ]),
    [
      ["Statuses", "200, 200 text/csv, 304 without content, 400, 401, 404, 500, 503"],
      [
        "Response headers",
        "X-Request-Id 200, 304, 400, 401, 404, 500, 503",
        "ETag 200, 304",
        "Allow, Retry-After, WWW-Authenticate 400, 401, 404, 500, 503",
      ],
      ["Optional response fields", "failure /details present, absent"],
      ["Parameters and body fields", "query limit, query good"],
    ],
  );
  t.notMatch(page, /<script|style="/);
  const parts = ["header 503 Retry-After", "effect query limit"];
  const excepted = proofPage([contract], [{ contract: "pets", operations: ["listDogs"], parts, reason: "a reason" }]);
  const others = ["1", "0", "12", "43", "4", "1", "2"].map((count) => `<td [^>]*>${count}</td>`).join("");
  t.match(excepted, new RegExp(`>All</th>${others}</tr>`), "exceptions count in the last column only");
  t.match(excepted, /<p>header<\/p>.*<code>Retry-After<\/code> 503.*<p>parameter<\/p>.*<code>query limit<\/code>/s);
});

t.test("texts of contracts are escaped on the page", async (t) => {
  const info = { title: "<script>alert(1)</script>", version: "<b>1</b>" };
  const page = proofPage([{ ...contract, document: { ...contract.document, info } }], []);
  t.match(page, "&#60;script&#62;alert(1)&#60;/script&#62;, version &#60;b&#62;1");
  t.notMatch(page, /<script>|<b>/);
});

t.test("every exception is a part of its operations", async (t) => {
  t.ok(CONFIG.proof.exceptions.length > 0);
  t.same(unknownExceptions(CONFIG.proof.exceptions, loadContracts()), []);
});

t.test("the page lists the exceptions of an operation with their reason, and apart from what is proved", async (t) => {
  const page = proofPage(loadContracts(), CONFIG.proof.exceptions);
  t.match(
    page,
    /createItem<\/th>.*<code>200 \/item\/file<\/code> present<.*An item that is created for a link has no file\./,
  );
  const [, operation = ""] = /<summary>createItem <(.*?)<\/details>/s.exec(page) ?? [];
  t.match(operation, /Optional response fields.*<code>200 \/item\/file<\/code>(, <code>[^<]*<\/code>)* absent</);
  t.match(operation, /Exceptions.*<p>field<\/p>.*<code>200 \/item\/file<\/code>(, <code>[^<]*<\/code>)* present</);
});
