import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import t from "tap";
import { ROOT } from "../../harness/server-process.ts";
import { EVENT_TYPES, TEST_TYPE } from "../../src/library/events/event-types.ts";
import { newSecret, sign } from "../../src/webhooks/signature.ts";

const PAGE = readFileSync(join(ROOT, "docs/webhooks.md"), "utf8");

/** The example of the page in a language. */
function exampleIn(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n(.+?)\`\`\``, "s").exec(PAGE) ?? [];
  if (code === undefined) throw new Error(`docs/webhooks.md has no example in ${language}.`);
  return code;
}

/** A signed request, as arguments of `verify` in the examples: its headers, and its body. */
function signed(secrets: readonly string[], now = Date.now()) {
  const body = exampleIn("json").trim();
  const timestamp = Math.floor(now / 1000);
  const signature = sign(secrets, { messageId: "msg_1", timestamp, body });
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
  };
  return { headers, body };
}

/** The requests with which an example is tried, and whether it must accept each. */
function cases(secret: string): Record<string, { headers: object; body: string; accepted: boolean }> {
  const valid = signed([secret]);
  return {
    valid: { ...valid, accepted: true },
    rotated: { ...signed([newSecret(), secret]), accepted: true },
    "of somebody else": { ...signed([newSecret()]), accepted: false },
    "with another body": { ...valid, body: valid.body.replace("5", "6"), accepted: false },
    old: { ...signed([secret], Date.now() - 10 * 60_000), accepted: false },
  };
}

/** Runs a program that prints the event, and returns whether it accepted the request. */
async function runs(command: string, args: readonly string[], body: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(command, args);
    return JSON.stringify(JSON.parse(stdout)) === body;
  } catch {
    return false;
  }
}

t.test("the examples in TypeScript and Python accept valid requests and no others", async (t) => {
  // In the repository, so that the example finds its package.
  const folder = await mkdtemp(join(ROOT, "test/output-webhooks-"));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, "verify.ts"),
    `${exampleIn("ts")}\nconst [secret = "", headers = "", body = ""] = process.argv.slice(2);
console.log(JSON.stringify(verify(secret, JSON.parse(headers), body)));\n`,
  );
  await writeFile(
    join(folder, "verify.py"),
    `${exampleIn("python")}\nimport sys\nprint(json.dumps(verify(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3])))\n`,
  );
  const secret = newSecret();
  for (const [name, { headers, body, accepted }] of Object.entries(cases(secret))) {
    const args = [secret, JSON.stringify(headers), body];
    t.equal(await runs(process.execPath, [join(folder, "verify.ts"), ...args], body), accepted, `TypeScript: ${name}`);
    t.equal(await runs("python3", [join(folder, "verify.py"), ...args], body), accepted, `Python: ${name}`);
  }
});

t.test("the page describes every type of event", async (t) => {
  for (const type of [...EVENT_TYPES, TEST_TYPE]) t.match(PAGE, `| \`${type}\` |`, type);
});
