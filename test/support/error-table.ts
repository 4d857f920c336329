import { readFileSync } from "node:fs";
import type { Test } from "tap";
import type { Received, TestApp } from "./app.ts";
import { sendRaw } from "./raw.ts";

/** Makes a row of the table happen. */
export type Case = (t: Test) => Promise<Received>;

const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

/** A test for each row of a section of `docs/errors.md`; its case stands under its status and its cause. */
export function proveTable(
  t: Test,
  section: string,
  cases: Readonly<Record<string, Case>>,
  sentenceIn: (body: unknown) => unknown,
): void {
  const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? "";
  const rows = [...text.matchAll(/^\| (\d{3}) \| (.+?) \| (.+?) \|$/gm)];
  t.ok(rows.length >= 25, "the table is there");

  for (const [, status, cause, sentence] of rows) {
    t.test(`${status}: ${cause}`, async (t) => {
      const happen = cases[`${status} ${cause}`];
      if (happen === undefined) throw new Error("This row has no case.");
      const received = await happen(t);
      t.equal(received.status, Number(status));
      t.equal(sentenceIn(received.body), sentence);
      t.match(received.headers.get("x-request-id"), /^[A-Za-z0-9._-]{1,128}$/);
      t.equal(received.headers.get("content-type"), "application/json; charset=utf-8");
    });
  }

  t.test("there is no case without a row", async (t) => {
    t.same(Object.keys(cases).sort(), rows.map(([, status, cause]) => `${status} ${cause}`).sort());
  });
}

/** Sends a request of raw bytes and reads the one answer to it. */
export async function raw({ base }: Pick<TestApp, "base">, ...parts: string[]): Promise<Received> {
  const [head = "", body = ""] = (await sendRaw(base, ...parts)).split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = new Headers(
    fields.map((field): [string, string] => [field.split(": ")[0] ?? "", field.split(": ")[1] ?? ""]),
  );
  return { status: Number(line.split(" ")[1]), headers, body: JSON.parse(body) };
}
