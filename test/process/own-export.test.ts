import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import { encodeForm, formOf } from "../../harness/forms.ts";
import { signIn } from "../../harness/page-client.ts";
import { postFile } from "../../harness/page-uploads.ts";
import { openDatabase } from "../../src/database/database.ts";
import { sender } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { addCollections } from "../support/large-account.ts";
import { logIn, registrationOf } from "../support/people.ts";
import { runCommand, startServer } from "../support/process.ts";

/** Collections of the account, each with an item. */
const SIZE = 12_000;

/** A file that alone is larger than what is read of other archives. */
const FILE = Buffer.alloc(60 * 1024 * 1024, "Nothing new.\n");

const FORMATS = ["html", "csv", "zip"] as const;

t.test(
  "exports of a large account are read by the API, the page and the command, with an upload of 60 MiB",
  async (t) => {
    const settings = { DATABASE_URL: await migratedDatabaseUrl(t) };
    const { base } = await startServer(t, settings);
    const send = sender(base);
    const people = ["ann", ...FORMATS].map((name) => registrationOf(name));
    for (const body of people) await send("POST", "/api/user/register", { body });
    const [ann = registrationOf("ann")] = people;
    const authorization = `Bearer ${await logIn(send, ann)}`;
    const database = openDatabase(settings.DATABASE_URL);
    t.teardown(() => database.destroy());
    const { id } = await database
      .selectFrom("accounts")
      .select("id")
      .where("email", "=", ann.email)
      .executeTakeFirstOrThrow();
    const { headers, body } = await formOf({ bytes: FILE, field: "file", name: "news.txt" });
    const uploaded = await send("PUT", "/rest/v1/raindrop/file", { headers: { ...headers, authorization }, body });
    t.equal(uploaded.status, 200);
    await addCollections(database, id, SIZE);
    const client = await signIn(base, ann);

    const folder = t.testdir();
    for (const format of FORMATS) {
      const exported = await fetch(`${base}/rest/v1/raindrops/0/export.${format}`, { headers: { authorization } });
      const bytes = Buffer.from(await exported.arrayBuffer());
      t.equal(bytes.length > FILE.length, format === "zip");

      const form = new FormData();
      form.append("import", new File([bytes], "file"));
      const encoded = await encodeForm(form);
      const read = await send("POST", "/rest/v1/import/file", {
        headers: { ...encoded.headers, authorization },
        body: encoded.body,
      });
      const counts = { bookmarks: SIZE + 1, folders: SIZE + 1, skipped: 0 };
      t.match(read, { status: 200, body: { count: counts } }, `${format} by the API`);

      const sent = await postFile(base, client, "/bookmarks/import", { field: "file", bytes });
      t.equal(sent.status, 303, `${format} by the page`);
      const { text } = await client.get(sent.location ?? "");
      t.match(text, `<dt>Folders</dt><dd>${SIZE + 1}</dd>`);

      const path = join(folder, `export.${format}`);
      await writeFile(path, bytes);
      const command = await runCommand(["import", path, "--email", registrationOf(format).email], settings);
      t.match(command, { code: 0, stdout: /^Imported 12001 bookmarks and created 12000 collections\./ }, format);
    }
  },
);
