import { stdin, stdout } from "node:process";
import { json } from "node:stream/consumers";
import autocannon from "autocannon";
import type { Order } from "../load/load.ts";
import { VALUE, withValue } from "../works/work.ts";

// Reads what is to be asked of a server, asks for as long as it is told, and writes what it has seen.

const { base, request, connections, seconds, rate } = await json(stdin).then((order): Order => Object(order));
const { method, path, headers, body, values } = request;
const hasValue = values !== undefined && (path.includes(VALUE) || body?.includes(VALUE) === true);

const result = await autocannon({
  url: base,
  connections,
  duration: seconds,
  timeout: 30,
  ...(rate !== undefined && { overallRate: rate }),
  requests: [
    {
      method,
      path: withValue(path, values?.[0]),
      headers: { "user-agent": "bench", ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: withValue(body, values?.[0]) }),
      ...(hasValue && { setupRequest: (asked: autocannon.Request) => ({ ...asked, ...withAny() }) }),
    },
  ],
});

const { requests, latency, errors, timeouts, statusCodeStats = {} } = result;
const others = Object.entries(statusCodeStats).filter(([status]) => Number(status) !== request.status);
stdout.write(
  JSON.stringify({
    requests: requests.total,
    rate: requests.total / result.duration,
    p50: latency.p50,
    p99: latency.p99,
    p999: latency.p99_9,
    wrong: others.reduce((sum, [, { count = 0 }]) => sum + count, 0),
    status: Number(others[0]?.[0] ?? 0),
    failed: errors + timeouts,
  }),
);

function withAny() {
  const value = values?.[Math.floor(Math.random() * values.length)];
  return { path: withValue(path, value), ...(body !== undefined && { body: withValue(body, value) }) };
}
