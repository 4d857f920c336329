import { argv, exit, stdout } from "node:process";
import { parseJson } from "#contract/request/json-body";
import { parseLargeJson } from "#contract/request/large-json";
import { largeBodyValidator } from "#contract/request/large-validation";
import { bodyValidator } from "#contract/request/validation";
import { loadContract } from "../src/server/contracts.ts";

const HELP = `Prints how long bodies of 1 MiB, and those of 8 MiB of operations with a large body, block the event loop while
they are parsed and validated, in milliseconds of the thread's processor time.

Usage: node scripts/hostile-bodies.ts
`;

if (argv.includes("--help")) {
  stdout.write(HELP);
  exit(0);
}

const SIZE = 1024 * 1024;
const ROUNDS = 5;

const contracts = ["catalogue", "collections"].map(loadContract);
const operations = contracts.flatMap((contract) => contract.operations);

/** Returns `start`, as many elements as fit into so many bytes, separated by commas, and `end`. */
function filled(start: string, element: (index: number) => string, end: string, size = SIZE): string {
  const elements: string[] = [];
  for (let length = start.length + end.length; ; length += (elements.at(-1)?.length ?? 0) + 1) {
    const next = element(elements.length);
    if (length + next.length + 1 > size) return start + elements.join(",") + end;
    elements.push(next);
  }
}

const nested = (open: string, close: string) => {
  const depth = Math.floor((SIZE - 10) / (open.length + close.length));
  return `{"x":${open.repeat(depth)}1${close.repeat(depth)}}`;
};
const list = (length: number, element: (index: number) => string) =>
  Array.from({ length }, (_, index) => element(index)).join(",");
const name = (index: number) => `"${index.toString(36)}k"`;
const manyTags = `{"tags":[${list(5000, () => "1")}]}`;
const longName = (text: string) => `{"price":1,"name":"${text}"}`;

/** Operation and hostile body, by description. */
const BODIES: Readonly<Record<string, readonly [operation: string, body: string]>> = {
  "invalid tags": ["createItem", filled('{"tags":[', () => "1", "]}")],
  "invalid media": ["createItem", filled('{"media":[', () => "{}", "]}")],
  "invalid ids": ["deleteCollections", filled('{"ids":[', () => "0", "]}")],
  "unknown fields": ["createProduct", filled("{", (index) => `${name(index)}:1`, "}")],
  "numbers as names": ["createProduct", filled("{", (index) => `"${index * 97}":1`, "}")],
  "objects of different shapes": ["createProduct", filled('{"x":[', (index) => `{${name(index)}:1}`, "]}")],
  "29,000 unknown fields and numbers": [
    "createProduct",
    filled(`{${list(29_000, (i) => `${name(i)}:1`)},"x":[`, () => "1", "]}"),
  ],
  "14,000 shapes of objects and numbers": [
    "createProduct",
    filled(`{"y":[${list(14_000, (i) => `{${name(i)}:1}`)}],"x":[`, () => "1", "]}"),
  ],
  "empty objects": ["createProduct", filled('{"x":[', () => "{}", "]}")],
  "different strings": ["createProduct", filled('{"x":[', name, "]}")],
  numbers: ["createProduct", filled('{"x":[', () => "1.5", "]}")],
  "nested arrays": ["createProduct", nested("[", "]")],
  "nested objects": ["createProduct", nested('{"a":', "}")],
  "__proto__ beside numbers": ["createProduct", filled('{"__proto__":1,"x":[', () => "1", "]}")],
  "a surrogate pair beside numbers": ["createProduct", filled('{"y":"\\ud83d\\ude00","x":[', () => "1", "]}")],
  "a long string": ["createProduct", longName("x".repeat(SIZE - 30))],
  "a long string of escapes": ["createProduct", longName("\\ud83d\\ude00".repeat(SIZE / 12 - 10))],
  "a long e-mail address": ["registerUser", `{"name":"x","email":"${"a.".repeat(SIZE / 2 - 20)}@b"}`],
  "a blank name": ["registerUser", `{"name":"${" ".repeat(SIZE - 20)}"}`],
};

for (const [description, [id, text]] of Object.entries(BODIES)) {
  const schema = operations.find((operation) => operation.id === id)?.bodySchema;
  if (schema === undefined) throw new Error(`${id} has no body.`);
  const validate = bodyValidator(schema);
  // Compiles the validator, so that the times do not include it.
  validate({});
  const bytes = Buffer.from(text);
  const times = Array.from({ length: ROUNDS }, () => timeOf(() => validate(parseJson(bytes))));
  const [best, median] = [0, Math.floor(ROUNDS / 2)].map((index) => times.sort((a, b) => a - b)[index]?.toFixed(1));
  console.log(`${description.padEnd(36)} ${String(bytes.length).padStart(9)} bytes  best ${best}  median ${median}`);
}

const LARGE_SIZE = 8 * SIZE;

const largeItems = (element: (index: number) => string) => filled('{"items":[', element, "]}", LARGE_SIZE);
const itemWith = (field: string) => `{"link":"https://example.com/",${field}}`;
const ofMebibyte = (text: string) => itemWith(`"cover":"${text.repeat(Math.floor((SIZE - 100) / text.length))}"`);

/** Bodies of `createItems`, by description. */
const LARGE_BODIES: Readonly<Record<string, string>> = {
  "items of 8 KiB": largeItems(() => itemWith(`"note":"${"x".repeat(8_000)}"`)),
  "invalid items": largeItems(() => "1"),
  "empty items": largeItems(() => "{}"),
  "items with 5,000 invalid tags": largeItems(() => manyTags),
  "items with 1,000 tags": largeItems((index) =>
    itemWith(`"tags":[${list(1000, (i) => `"${index} ${i}${"x".repeat(30)}"`)}]`),
  ),
  "items with 29,000 strings": largeItems(() => itemWith(`"x":[${list(29_000, name)}]`)),
  "items of 1 MiB": largeItems(() => ofMebibyte("x")),
  "items of 1 MiB of escapes": largeItems(() => ofMebibyte("\\ud83d\\ude00")),
};

const createItems = operations.find(({ id }) => id === "createItems");
if (createItems?.bodySchema === undefined) throw new Error("createItems has no body.");
const validateLarge = largeBodyValidator(createItems.bodySchema, "items", (part) => bodyValidator(part));
for (const [description, text] of Object.entries(LARGE_BODIES)) {
  const bytes = Buffer.from(text);
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const longest = await longestTurnOf(async () => validateLarge(await parseLargeJson(bytes, ["items"])));
    // The first round compiles the validators.
    if (round > 0) times.push(longest);
  }
  const [best, median] = [0, Math.floor(ROUNDS / 2)].map((index) => times.sort((a, b) => a - b)[index]?.toFixed(1));
  console.log(`${description.padEnd(36)} ${String(bytes.length).padStart(9)} bytes  best ${best}  median ${median}`);
}

/** The longest turn of the event loop while work is done, in milliseconds of CPU time, whether or not it fails. */
async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false];
  let start = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(start);
    longest = Math.max(longest, (user + system) / 1000);
    start = process.threadCpuUsage();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work().catch(() => {});
  isDone = true;
  await new Promise(setImmediate);
  return longest;
}

/** The CPU time that a function takes, in milliseconds, whether or not it throws. */
function timeOf(check: () => unknown): number {
  const start = process.threadCpuUsage();
  try {
    check();
  } catch {
    // The body was rejected.
  }
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
