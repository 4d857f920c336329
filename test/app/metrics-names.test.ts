import { globSync, readFileSync } from "node:fs";
import t from "tap";
import { METRICS } from "../../src/metrics/registry.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The metrics that a text names, without the suffixes of histograms. */
function namesIn(text: string): Set<string> {
  const names = text.match(/\b(?:triptych|process)_[a-z_]+/g) ?? [];
  return new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, "")));
}

const known = new Set(Object.keys(METRICS));

/** The names of one set that are not in the other. */
function missing(names: Set<string>, from: Set<string>): string[] {
  return [...names].filter((name) => !from.has(name));
}

for (const file of ["deploy/grafana/triptych.json", "deploy/prometheus/alerts.yml"]) {
  t.test(`every metric that ${file} names exists`, async (t) => {
    const names = namesIn(read(file));
    t.ok(names.size > 10);
    t.same(missing(names, known), []);
  });
}

t.test("the dashboard shows every metric", async (t) => {
  t.same(missing(known, namesIn(read("deploy/grafana/triptych.json"))), []);
});

t.test("docs/observability.md describes every metric as the server does", async (t) => {
  const rows = [...read("docs/observability.md").matchAll(/^\| `(\w+)` \| (\w+) \| .*? \| (.+) \|$/gm)];
  t.same(
    rows.map(([, name, type, help]) => ({ name, type, help })),
    Object.entries(METRICS).map(([name, { type, help }]) => ({ name, type, help })),
  );
});

t.test("docs/observability.md says what to do about every alert", async (t) => {
  const alerts = [...read("deploy/prometheus/alerts.yml").matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const section = read("docs/observability.md").split("## Alerts")[1] ?? "";
  const documented = [...section.matchAll(/^\| (.+?) \|/gm)].flatMap(
    ([, cell = ""]) => cell.match(/Triptych\w+/g) ?? [],
  );
  t.same(documented.sort(), alerts.sort());
  const tested = read("deploy/prometheus/alerts.test.yml");
  for (const alert of alerts) t.match(tested, `name: ${alert} fires`);
});

t.test("every metric is asserted in a test", async (t) => {
  const files = globSync("test/app/metrics-*.test.ts", { cwd: new URL("../../", import.meta.url) });
  const texts = files
    .filter((file) => !file.endsWith("names.test.ts"))
    .map(read)
    .join("");
  t.same(missing(known, namesIn(texts)), []);
});
