import { readFileSync } from "node:fs";
import type { Test } from "tap";
import type { Received, TestApp } from "./app.ts";
import { sendRaw } from "./raw.ts";

/** Provokes the error of one row of the table. */
export type Case = (t: Test) => Promise<Received>;

const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

/**
 * Tests each row of a section of `docs/errors.md`. The key of its case is status and cause: `404 the product
 * is unknown`.
 */
export function proveTable(
  t: Test,
  section: string,
  cases: Readonly<Record<string, Case>>,
  sentenceIn: (body: unknown) => unknown,
): void {
  const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? "";
  const rows = [...text.matchAll(/^\| (\d{3}) \| (.+?) \| (.+?) \|$/gm)];
  t.ok(rows.length >= 25, "the table was found");

  for (const [, status, cause, sentence] of rows) {
    t.test(`${status}: ${cause}`, async (t) => {
      const provoke = cases[`${status} ${cause}`];
      if (provoke === undefined) throw new Error("This row has no case.");
      const received = await provoke(t);
      t.equal(received.status, Number(status));
      t.equal(sentenceIn(received.body), sentence);
      t.match(received.headers.get("x-request-id"), /^[A-Za-z0-9._-]{1,128}$/);
      t.equal(received.headers.get("content-type"), "application/json; charset=utf-8");
    });
  }

  t.test("every case has a row", async (t) => {
    t.same(Object.keys(cases).sort(), rows.map(([, status, cause]) => `${status} ${cause}`).sort());
  });
}

/** Sends a raw HTTP request and parses the response. */
export async function raw({ base }: Pick<TestApp, "base">, ...parts: string[]): Promise<Received> {
  const [head = "", body = ""] = (await sendRaw(base, ...parts)).split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = new Headers(
    fields.map((field): [string, string] => [field.split(": ")[0] ?? "", field.split(": ")[1] ?? ""]),
  );
  return { status: Number(line.split(" ")[1]), headers, body: JSON.parse(body) };
}
