import { writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import t from "tap";
import { ROOT } from "../../harness/server-process.ts";
import { freePort } from "../../src/base/free-port.ts";
import { metricsUrlIn, readerOf } from "../support/metrics.ts";
import { startServer } from "../support/process.ts";
import { runProgram, startProgram } from "../support/programs.ts";
import { scaled } from "../support/scale.ts";

const METRICS = { METRICS_ADDRESS: "127.0.0.1:0" };

/** Starts a server with metrics in a process of its own. */
async function startMeasured(t: Parameters<typeof startServer>[0]) {
  const server = await startServer(t, METRICS, ["--ephemeral"]);
  return { ...server, metricsUrl: metricsUrlIn(server.output()) };
}

/** The result of an instant query of Prometheus. */
async function query(prometheus: string, expression: string): Promise<{ readonly value: readonly [number, string] }[]> {
  const response = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`);
  const { data } = JSON.parse(await response.text());
  return data.result;
}

t.test("promtool accepts the metrics, the alert rules, and their tests", async (t) => {
  const { base, metricsUrl } = await startMeasured(t);
  for (const path of ["/api/products", "/rest/v1/collections", "/unknown"]) await (await fetch(base + path)).text();
  const text = await (await fetch(metricsUrl)).text();
  t.equal(await runProgram("promtool", ["check", "metrics"], text), "");
  t.match(await runProgram("promtool", ["check", "rules", `${ROOT}deploy/prometheus/alerts.yml`]), "SUCCESS");
  t.match(await runProgram("promtool", ["test", "rules", `${ROOT}deploy/prometheus/alerts.test.yml`]), "SUCCESS");
});

t.test("Prometheus scrapes the server and evaluates the alert rules", async (t) => {
  const { base, metricsUrl } = await startMeasured(t);
  const port = await freePort();
  const folder = t.testdir({});
  writeFileSync(
    `${folder}/prometheus.yml`,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ["${ROOT}deploy/prometheus/alerts.yml"]
scrape_configs:
  - job_name: triptych
    static_configs: [{ targets: ["${new URL(metricsUrl).host}"] }]
`,
  );
  startProgram(t, "prometheus", [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const prometheus = `http://127.0.0.1:${port}`;
  await (await fetch(`${base}/api/products`)).text();
  const expression = 'triptych_http_requests_total{operation="listProducts",status="200"}';
  let found: Awaited<ReturnType<typeof query>> = [];
  while (found.length === 0) {
    found = await query(prometheus, expression).catch(() => []);
    await setTimeout(50);
  }
  t.equal(found[0]?.value[1], "1");
  t.equal((await query(prometheus, 'up{job="triptych"}'))[0]?.value[1], "1");
  const rules = await (await fetch(`${prometheus}/api/v1/rules`)).text();
  t.match(rules, "TriptychDown");
  t.notMatch(rules, /"health":"err"/);
});

t.test("scraping ten times a second costs less than 1 % of a core", async (t) => {
  const { base, metricsUrl } = await startMeasured(t);
  const paths = ["/api/products", "/api/v1/users.json", "/rest/v1/collections", "/rest/v1/user", "/", "/docs", "/x"];
  const { read } = readerOf(metricsUrl);
  const scrapes = scaled(200, 3000);
  let seconds = 0;
  for (let number = 0; number < scrapes; number++) {
    const path = paths[number % paths.length] ?? "/";
    if (number % 10 === 0) await (await fetch(base + path)).text();
    const before = await read("process_cpu_seconds_total");
    seconds += (await read("process_cpu_seconds_total")) - before;
  }
  const share = (seconds / scrapes) * 10;
  t.comment(`a scrape takes ${((seconds / scrapes) * 1000).toFixed(2)} ms of the processor`);
  t.ok(share < scaled(0.05, 0.01), `${(share * 100).toFixed(2)} % of a core`);
});
