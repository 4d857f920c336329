import t from "tap";
import { createLogger } from "../src/server/logging.ts";

const request = {
  id: "r-1",
  method: "GET",
  url: '/pets/"Rex"\\\u2028?token=secret',
  operation: undefined,
  status: 404,
  startedAt: performance.now(),
  ip: "192.0.2.1",
};

function logWith(level: string): string[] {
  const lines: string[] = [];
  createLogger(level, { write: (line) => lines.push(line) }).completed(request);
  return lines;
}

t.test(
  "a request is logged as one line of JSON, without its query and without fields that have no value",
  async (t) => {
    const [line = "", ...others] = logWith("info");
    t.same(others, []);
    t.match(line, /^[^\n]*\n$/);
    const { time, ms, ...fields } = JSON.parse(line);
    t.match({ time, ms }, { time: Number, ms: Number });
    t.same(fields, {
      level: 30,
      reqId: "r-1",
      method: "GET",
      path: '/pets/"Rex"\\\u2028',
      status: 404,
      ip: "192.0.2.1",
      msg: "request completed",
    });
  },
);

t.test("a level above info logs no requests", async (t) => t.same(logWith("warn"), []));
