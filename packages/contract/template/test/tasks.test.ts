import assert from "node:assert/strict";
import { test } from "node:test";
import type { Violation } from "@triptych/contract";
import { createRecorder } from "@triptych/contract/proof";
import type { Task } from "../src/handlers.ts";
import { createServer } from "../src/server.ts";

// `contract proof` fails unless these tests have seen every status, header and field of openapi.yaml, and have shown
// that every parameter and field of a body has an effect.
const { prove, observe, recordEffect } = createRecorder("proof");

const PLANTS: Task = { id: 1, title: "Water the plants", done: true };
const LAMP: Task = { id: 2, title: "Mend the lamp", done: false };

/** Sends a request to a server with these tasks. Throws if the response violates the contract. */
async function send(tasks: Task[], method: "GET" | "POST", url: string, body?: unknown, headers = {}) {
  const violations: Violation[] = [];
  const report = (violation: Violation) => violations.push(violation);
  const server = await createServer(tasks, { share: 1, report, prove, observe });
  const response = await server.inject({
    method,
    url: `/api${url}`,
    headers,
    ...(body !== undefined && { payload: body as object }),
  });
  await server.close();
  assert.deepEqual(violations, []);
  return response;
}

test("lists all tasks, or those that are done", async () => {
  assert.deepEqual((await send([PLANTS, LAMP], "GET", "/tasks")).json(), [PLANTS, LAMP]);
  assert.deepEqual((await send([PLANTS, LAMP], "GET", "/tasks?done=true")).json(), [PLANTS]);
  recordEffect("tasks", "listTasks", "query done");
  assert.equal((await send([], "GET", "/tasks?done=maybe")).statusCode, 400);
});

test("creates a task", async () => {
  const tasks: Task[] = [];
  const response = await send(tasks, "POST", "/tasks", { title: "Mend the lamp", done: true });
  assert.equal(response.statusCode, 201);
  assert.equal(response.headers.location, "/api/tasks/1");
  assert.deepEqual(tasks, [{ id: 1, title: "Mend the lamp", done: true }]);
  await send(tasks, "POST", "/tasks", { title: "Water the plants" });
  assert.deepEqual(tasks[1], { id: 2, title: "Water the plants", done: false });
  recordEffect("tasks", "createTask", "body /title");
  recordEffect("tasks", "createTask", "body /done");
});

test("rejects invalid tasks", async () => {
  const tasks: Task[] = [];
  assert.equal((await send(tasks, "POST", "/tasks", { title: "" })).statusCode, 400);
  assert.equal((await send(tasks, "POST", "/tasks", { title: 1 })).statusCode, 400);
  assert.equal((await send(tasks, "POST", "/tasks", "a task", { "content-type": "text/plain" })).statusCode, 415);
  assert.equal((await send(tasks, "POST", "/tasks", { title: "x".repeat(2 ** 21) })).statusCode, 413);
  assert.deepEqual(tasks, []);
});

test("reads one task", async () => {
  assert.deepEqual((await send([PLANTS, LAMP], "GET", "/tasks/2")).json(), LAMP);
  assert.deepEqual((await send([PLANTS, LAMP], "GET", "/tasks/1")).json(), PLANTS);
  recordEffect("tasks", "getTask", "path id");
  assert.equal((await send([PLANTS], "GET", "/tasks/2")).statusCode, 404);
  assert.equal((await send([PLANTS], "GET", "/tasks/first")).statusCode, 400);
});

test("answers 304 while the content is current", async () => {
  for (const path of ["/tasks", "/tasks/1"]) {
    const { etag } = (await send([PLANTS], "GET", path)).headers;
    assert.equal((await send([PLANTS], "GET", path, undefined, { "if-none-match": etag })).statusCode, 304);
  }
});

test("answers 500 without details when a handler fails", async () => {
  const broken = new Proxy<Task[]>([], {
    get() {
      throw new Error("The disk is full.");
    },
  });
  for (const response of [
    await send(broken, "GET", "/tasks"),
    await send(broken, "GET", "/tasks/1"),
    await send(broken, "POST", "/tasks", { title: "x" }),
  ]) {
    assert.equal(response.statusCode, 500);
    assert.doesNotMatch(response.body, /disk/);
  }
});
