import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { env } from "node:process";
import { setTimeout } from "node:timers/promises";
import t from "tap";
import { PROGRAM, ROOT, startServer as startProcess } from "../../harness/server-process.ts";
import { freePort } from "../../src/base/free-port.ts";
import { openReceiver } from "../support/otlp.ts";
import { startServer } from "../support/process.ts";
import { runProgram, startProgram } from "../support/programs.ts";

/** Where the collector is built; a later run uses it again. */
const FOLDER = env.OTELCOL_FOLDER ?? `${tmpdir()}/triptych-otelcol`;

t.test("an OpenTelemetry collector receives a trace with its SQL", async (t) => {
  await runProgram("bash", [`${ROOT}scripts/build-collector.sh`, FOLDER]);
  const receiver = await openReceiver(t);
  const port = await freePort();
  const folder = t.testdir({});
  writeFileSync(
    `${folder}/collector.yaml`,
    `receivers: { otlp: { protocols: { http: { endpoint: "127.0.0.1:${port}" } } } }
exporters:
  otlp_http: { endpoint: "${receiver.url}", encoding: json, compression: none }
service:
  telemetry: { metrics: { level: none } }
  pipelines: { traces: { receivers: [otlp], exporters: [otlp_http] } }
`,
  );
  startProgram(t, `${FOLDER}/otelcol-triptych`, ["--config", `${folder}/collector.yaml`]);
  const endpoint = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(endpoint).then(
      () => true,
      () => false,
    ))
  )
    await setTimeout(50);
  const server = await startServer(t, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: "under-test" }, [
    "--ephemeral",
  ]);
  await (await fetch(`${server.base}/api/products?limit=1`)).text();
  await receiver.until("/api/products");
  const spans = receiver.bodies
    .flatMap((body) => JSON.parse(body.toString()).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
  const request = spans.find(({ name }) => name === "GET /api/products");
  const statement = spans.find(({ parentSpanId }) => parentSpanId === request.spanId);
  t.match(receiver.text(), "under-test");
  t.equal(statement.traceId, request.traceId);
  t.match(JSON.stringify(statement.attributes), /select .* from \\"products\\"/);
});

t.test("the server stops with code 0 while its receiver does not respond", async (t) => {
  const server = await startServer(t, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` }, [
    "--ephemeral",
  ]);
  await (await fetch(`${server.base}/api/products`)).text();
  t.equal(await server.stop(), 0);
});

/** Prints each module of OpenTelemetry that is resolved. */
const HOOK = `data:text/javascript,import { registerHooks } from "node:module";
registerHooks({ resolve(specifier, context, next) {
  if (specifier.startsWith("@opentelemetry/")) process.stderr.write("LOADED " + specifier + String.fromCharCode(10));
  return next(specifier, context);
} });`.replaceAll("\n", " ");

t.test("OpenTelemetry is loaded only with an endpoint", async (t) => {
  for (const settings of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }]) {
    const command = [process.execPath, "--import", HOOK, ...PROGRAM, "start", "--ephemeral"];
    const server = await startProcess({ settings, command });
    await (await fetch(`${server.base}/api/products`)).text();
    await server.stop();
    t.equal(/LOADED @opentelemetry/.test(server.output()), "OTEL_EXPORTER_OTLP_ENDPOINT" in settings);
  }
});
