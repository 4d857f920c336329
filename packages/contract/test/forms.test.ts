import { readFileSync } from "node:fs";
import Fastify from "fastify";
import { load } from "js-yaml";
import t, { type Test } from "tap";
import { type Binding, registerContract } from "../src/bind.ts";
import type { Document } from "../src/contract.ts";
import { toContract } from "../src/load.ts";
import { isRecord } from "../src/record.ts";
import { IdempotentRequests } from "../src/request/idempotency.ts";
import type { KeyedRequest } from "../src/request/keyed-request.ts";
import { RememberedResponses } from "../src/request/remembered-responses.ts";
import type { StreamedFile } from "../src/request/streamed-form.ts";
import { type UploadOptions, Uploads } from "../src/request/uploads.ts";

const yaml = readFileSync(new URL("forms.yaml", import.meta.url), "utf8");

/** Parses `forms.yaml`, with changes to its YAML. */
function formContract(change: (yaml: string) => string = (unchanged) => unchanged) {
  // A cast, because the tests change it only in ways that the type allows.
  return toContract("files", load(change(yaml)) as Document);
}

interface Call {
  readonly body: { readonly file?: Buffer | StreamedFile } & Readonly<Record<string, unknown>>;
}

/** Returns what a handler gets: its fields, and the text of its file. */
async function readCall({ body }: Call) {
  const { file } = body;
  if (file === undefined || Buffer.isBuffer(file)) return { ...body, file: file?.toString() };
  const parts: Buffer[] = [];
  for await (const part of file.content()) parts.push(part);
  const names = ["title", "kind", "pages", "isDraft", "tags", "note"];
  const fields = names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]));
  return { ...Object.fromEntries(fields), file: Buffer.concat(parts).toString(), name: file.name };
}

type Part = readonly [name: string, value: string | number | boolean | Blob];

/** Serves the forms on a plain server. `handled` counts calls of handlers. */
async function serveForms(t: Test, change: Partial<Binding<string>> = {}, options: UploadOptions = {}) {
  let handled = 0;
  const handle = async (call: Call) => {
    handled += 1;
    return { status: 200, body: await readCall(call) };
  };
  const server = Fastify();
  t.teardown(() => server.close());
  await registerContract(server, {
    contract: formContract(),
    handlers: [{ addSmall: handle, addStreamed: handle, addAnyOrder: handle, addUnlisted: handle }],
    security: { verifiers: {} },
    uploads: new Uploads(options),
    toFailureBody: ({ kind, message, details }) => ({ kind, message, details }),
    conformance: { share: 1, report: (violation) => t.fail("a response violates the contract", { violation }) },
    ...change,
  });
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  const post = async (path: string, body: FormData | string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}/files/${path}`, { method: "POST", body, headers });
    const received: unknown = await response.json();
    return { status: response.status, body: isRecord(received) ? received : {} };
  };
  return {
    handled: () => handled,
    post,
    /** Sends a form with these parts, in this order. */
    send: (path: string, ...parts: readonly Part[]) => {
      const form = new FormData();
      for (const [name, value] of parts) form.append(name, value instanceof Blob ? value : String(value));
      return post(path, form);
    },
  };
}

const FILE: Part = ["file", new File(["text"], "a.txt")];
const TITLE: Part = ["title", "Emma"];

for (const path of ["small", "streamed", "any-order"]) {
  t.test(`/${path}: handlers get the fields of the contract in its types, with defaults`, async (t) => {
    const { send } = await serveForms(t);
    const { status, body } = await send(path, TITLE, ["pages", 12], ["tags", "a, b"], ["unknown", "x"], FILE);
    t.equal(status, 200);
    t.match(body, { title: "Emma", pages: 12, isDraft: false, tags: ["a, b"], file: "text" });
    t.notOk("unknown" in body);
    const all = await send(path, TITLE, ["kind", "film"], ["isDraft", true], ["tags", "a"], ["tags", "b"], FILE);
    t.match(all.body, { kind: "film", isDraft: true, tags: ["a", "b"] });
  });

  t.test(`/${path}: invalid fields are a 400 that names them`, async (t) => {
    const { send, handled } = await serveForms(t);
    const wrong: [parts: Part[], path: string, message: RegExp][] = [
      [[], "/title", /^is required$/],
      [[["title", "E"]], "/title", /^must have at least 2 characters$/],
      [[["title", "x".repeat(21)]], "/title", /^must have at most 20 characters$/],
      [[["title", "x".repeat(100_000)]], "/title", /^must have at most 20 characters$/],
      [[["title", "a\0b"]], "/title", /NUL/],
      [[TITLE, TITLE], "/title", /^must be string$/],
      [[TITLE, ["kind", "song"]], "/kind", /allowed values/],
      [[TITLE, ["pages", "012"]], "/pages", /^must be integer/],
      [[TITLE, ["pages", "0"]], "/pages", /^must be >= 1$/],
      [[TITLE, ["isDraft", "yes"]], "/isDraft", /^must be boolean$/],
      [[TITLE, ["tags", "a"], ["tags", "x".repeat(11)]], "/tags/1", /at most 10 characters/],
      [[TITLE, ["tags", "a"], ["tags", "b"], ["tags", "c"], ["tags", "d"]], "/tags", /more than 3 items/],
      [[TITLE, ["file", "text"]], "/file", /^is required$/],
    ];
    for (const [parts, path_, message] of wrong) {
      const file = parts.some(([name]) => name === "file") ? [] : [FILE];
      const { status, body } = await send(path, ...parts, ...file);
      t.match({ status, body }, { status: 400, body: { details: [{ path: path_, message }] } });
    }
    t.equal(handled(), path === "any-order" ? wrong.length - 1 : 0, "before the handler, unless fields may come later");
  });

  t.test(`/${path}: invalid fields have the status of the service`, async (t) => {
    const contract = formContract((text) =>
      text.replaceAll('"413": *failure', '"413": *failure\n        "422": *failure'),
    );
    const { send } = await serveForms(t, { contract, invalidFields: "unprocessable" });
    t.match(await send(path, ["title", "E"], FILE), { status: 422, body: { kind: "unprocessable" } });
    t.match(await send(path, TITLE), { status: 422, body: { details: [{ path: "/file", message: "is required" }] } });
  });

  t.test(`/${path}: a file that is too large is a 413, another content type a 415`, async (t) => {
    const { send, post } = await serveForms(t, {}, { maxFile: 5 * 1024 * 1024 });
    const large: Part = ["file", new File([Buffer.alloc(5 * 1024 * 1024 + 1)], "large")];
    t.match(await send(path, TITLE, large), {
      status: 413,
      body: {
        message: "The file is larger than 5 MiB.",
        details: [{ path: "/file", message: "must have at most 5 MiB" }],
      },
    });
    const json = { "content-type": "application/json" };
    t.match(await post(path, "{}", json), { status: 415, body: { kind: "wrongType" } });
    t.match(await post(path, "x", { "content-type": "text/plain" }), { status: 415 });
  });

  t.test(`/${path}: all text fields together have at most 1 MiB`, async (t) => {
    const contract = formContract((text) => text.replace("maxLength: 20", "maxLength: 200000"));
    const tags = Array.from({ length: 3 }, (): Part => ["tags", "x".repeat(400_000)]);
    const { send } = await serveForms(t, { contract });
    t.match(await send(path, ...tags, FILE), { status: 413, body: { kind: "tooLarge" } });
  });
}

for (const path of ["small", "any-order"]) {
  t.test(`/${path}: fields may come after the file`, async (t) => {
    const { send } = await serveForms(t);
    t.match(await send(path, FILE, TITLE, ["pages", 3]), { status: 200, body: { title: "Emma", pages: 3 } });
  });
}

t.test("/streamed: fields must come before the file", async (t) => {
  const { send, handled } = await serveForms(t);
  t.match(await send("streamed", FILE, TITLE), {
    status: 400,
    body: { message: /Fields must come before the file\.$/, details: [{ path: "/title", message: "is required" }] },
  });
  t.equal(handled(), 0);
  t.match(await send("streamed", TITLE, FILE, ["pages", 3]), {
    status: 400,
    body: { message: "The field pages must come before the file.", details: [{ path: "/pages" }] },
  });
  t.match(await send("streamed", TITLE, FILE, ["unknown", 3]), { status: 200 });
});

t.test("/any-order: a handler can't read the fields before the file", async (t) => {
  let message = "";
  const addAnyOrder = async ({ body }: Call) => {
    try {
      String(body.title);
    } catch (error) {
      message = String(error);
    }
    return { status: 200, body: {} };
  };
  const other = async () => ({ status: 200, body: {} });
  const handlers = [{ addSmall: other, addStreamed: other, addUnlisted: other, addAnyOrder }];
  const { send } = await serveForms(t, { handlers });
  t.match(await send("any-order", TITLE, FILE), { status: 200 }, "and need not read the form at all");
  t.match(message, 'Read the file first: "title" may come after it.');
});

t.test("/unlisted: without 413 and 415 in the contract, both are a 400", async (t) => {
  const { send, post } = await serveForms(t, {}, { maxFile: 4 });
  t.match(await send("unlisted", FILE), { status: 200, body: { file: "text", name: "a.txt" } });
  t.match(await send("unlisted", ["file", new File(["large"], "a")]), { status: 400, body: { kind: "invalid" } });
  t.match(await post("unlisted", "{}", { "content-type": "application/json" }), { status: 400 });
});

t.test("/unlisted: a file that is not required may be missing", async (t) => {
  const { send } = await serveForms(t);
  const { status, body } = await send("unlisted", ["note", "no file"]);
  t.same({ status, body }, { status: 200, body: { note: "no file" } });
});

t.test("/unlisted: text without a maxLength has at most 64 KiB", async (t) => {
  const { send } = await serveForms(t);
  t.match(await send("unlisted", ["note", "x".repeat(65_536)], FILE), { status: 200 });
  t.match(await send("unlisted", ["note", "x".repeat(65_537)], FILE), {
    status: 400,
    body: { details: [{ path: "/note", message: "is too long" }] },
  });
});

t.test("a form has at most as many fields as the contract has, and 1,000", async (t) => {
  const contract = formContract((text) => text.replace("maxItems: 3", "maxItems: 5000"));
  const { send } = await serveForms(t, { contract });
  const tags = (count: number) => Array.from({ length: count }, (): Part => ["tags", "a"]);
  t.match(await send("small", TITLE, ...tags(999), FILE), { status: 200 });
  const message = "The form holds more than 1000 fields besides the file.";
  t.match(await send("small", TITLE, ...tags(1000), FILE), { status: 400, body: { message } });
});

t.test("a form that is repeated with its Idempotency-Key gets the first response", async (t) => {
  const id = "operationId: addSmall\n";
  const parameter = "{ name: Idempotency-Key, in: header, schema: { type: string } }";
  const contract = formContract((text) => text.replace(id, `${id}      parameters: [${parameter}]\n`));
  const responses = new RememberedResponses();
  let added = 0;
  const addSmall = async ({ keyed }: { readonly keyed: KeyedRequest | undefined }) =>
    responses.once(keyed, () => {
      added += 1;
      return { status: 200, body: { added } } as const;
    });
  const other = async () => ({ status: 200, body: {} });
  const { post } = await serveForms(t, {
    contract,
    handlers: [{ addSmall, addStreamed: other, addAnyOrder: other, addUnlisted: other }],
    idempotentRequests: new IdempotentRequests((request) => responses.find(request)),
    conformance: { share: 0, report: () => {} },
  });
  const put = (text: string) => {
    const form = new FormData();
    form.append("title", "Emma");
    form.append("file", new File([text], "a.txt"));
    return post("small", form, { "idempotency-key": "key-1" });
  };
  t.match(await put("text"), { status: 200, body: { added: 1 } });
  t.match(await put("text"), { status: 200, body: { added: 1 } });
  t.match(await put("other"), { status: 422 });
  t.equal(added, 1);
});

t.test("a form without its file: the message names the field", async (t) => {
  const { post } = await serveForms(t);
  const form = new FormData();
  form.append("title", "Emma");
  t.match(await post("small", form), {
    status: 400,
    body: {
      message: 'The form has no file in the field "file".',
      details: [{ path: "/file", message: "is required" }],
    },
  });
});

t.test("a service can call a body that is no form a missing file", async (t) => {
  const { post } = await serveForms(t, {}, { otherTypeIsNoFile: true });
  const json = { "content-type": "application/json" };
  t.match(await post("small", "{}", json), { status: 400, body: { message: "no file" } });
});
