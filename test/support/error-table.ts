import { readFileSync } from "node:fs";
import type { Test } from "tap";
import { sendRaw } from "#contract/test/raw";
import type { Received, TestApp } from "./app.ts";

/** Sends the request that causes the error of one row of a table in `docs/errors.md`. */
export type ErrorCase = (t: Test) => Promise<Received>;

const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

/**
 * Tests each row of a section of `docs/errors.md`. `cases` are keyed by status and cause, such as
 * `404 an unknown product`; `messageOf` returns the message in the body of an error.
 */
export function testErrorTable(
  t: Test,
  section: string,
  cases: Readonly<Record<string, ErrorCase>>,
  messageOf: (body: unknown) => unknown,
): void {
  const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? "";
  const rows = [...text.matchAll(/^\| (\d{3}) \| (.+?) \| (.+?) \|$/gm)];
  t.ok(rows.length >= 25, "the table has at least 25 rows");

  for (const [, status, cause, sentence] of rows) {
    t.test(`${status}: ${cause}`, async (t) => {
      const errorCase = cases[`${status} ${cause}`];
      if (errorCase === undefined) throw new Error("This row has no test case.");
      const received = await errorCase(t);
      t.equal(received.status, Number(status));
      t.equal(messageOf(received.body), sentence);
      t.match(received.headers.get("x-request-id"), /^[A-Za-z0-9._-]{1,128}$/);
      t.equal(received.headers.get("content-type"), "application/json; charset=utf-8");
    });
  }

  t.test("every test case has a row in the table", async (t) => {
    t.same(Object.keys(cases).sort(), rows.map(([, status, cause]) => `${status} ${cause}`).sort());
  });
}

/** Sends a raw HTTP request and parses the response, whose body is JSON. */
export async function sendRawJson({ base }: Pick<TestApp, "base">, ...parts: string[]): Promise<Received> {
  const [head = "", body = ""] = (await sendRaw(base, ...parts)).split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = new Headers(
    fields.map((field): [string, string] => [field.split(": ")[0] ?? "", field.split(": ")[1] ?? ""]),
  );
  return { status: Number(line.split(" ")[1]), headers, body: JSON.parse(body) };
}
