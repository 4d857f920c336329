import { readFile } from "node:fs/promises";
import type { BrowserContextOptions } from "playwright-core";
import t, { type Test } from "tap";
import { parseFile } from "../../src/import/preview.ts";
import * as setup from "../../src/setup/setup.ts";
import { openApp } from "../support/app.ts";
import { DEVICES, openBrowser, openPage } from "../support/browser.ts";
import { trackSecrets } from "../support/canary.ts";
import { tokenIn } from "../support/mails.ts";
import { type Hands, type PersonAtBrowser, personAt } from "../support/person-at-browser.ts";

const BOOKMARKS = 5000;

const PASSWORD = "a long enough password";

/** Four ways to use the pages. */
const WAYS: Readonly<Record<string, { readonly hands: Hands; readonly options: BrowserContextOptions }>> = {
  "with JavaScript": { hands: "mouse", options: {} },
  "without JavaScript": { hands: "mouse", options: { javaScriptEnabled: false } },
  "with the keyboard only": { hands: "keyboard", options: {} },
  "on a phone": { hands: "mouse", options: { ...DEVICES.phone } },
};

const browser = await openBrowser();
t.teardown(() => browser.close());

/** A bookmark file with folders, tags and descriptions, as browsers write it. */
function bookmarkFile(): string {
  const entries = Array.from({ length: BOOKMARKS }, (_, index) => {
    const added = 1_600_000_000 + index;
    const tags = index % 100 === 0 ? ' TAGS="rare,old"' : "";
    return `<DT><A HREF="https://site${index % 97}.example/${index}" ADD_DATE="${added}"${tags}>Page ${index} &amp; more</A>`;
  });
  const folder = (name: string, from: number, to: number) =>
    `<DT><H3>${name}</H3><DL><p>${entries.slice(from, to).join("\n")}</DL><p>`;
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>
${folder("Reading", 0, 3000)}${folder("Travel", 3000, BOOKMARKS)}</DL><p>`;
}

for (const [way, { hands, options }] of Object.entries(WAYS)) {
  t.test(`from the setup link to an export ${way}`, async (t) => {
    const app = await openApp(t);
    const { database, clock } = app.context;
    const token = tokenIn(await setup.createLink(database, { clock, baseUrl: app.base }));
    trackSecrets(token, PASSWORD);
    const visit = async () => (await openPage(t, browser, app.base, options)).page;
    const ada = personAt(await visit(), hands);
    const ben = personAt(await visit(), hands);
    const stranger = personAt(await visit(), hands);

    await setUp(ada, token);
    await register(ben);
    const original = bookmarkFile();
    await importFile(t, ada, original);
    await find(t, ada);
    await tag(t, ada);
    await removeAndUndo(t, ada);
    await share(t, ada, ben);
    await publish(t, ada, stranger);
    await compareExport(t, ada, original);
  });
}

async function setUp(person: PersonAtBrowser, token: string): Promise<void> {
  await person.page.goto(`/setup#${token}`);
  await person.type("Setup code", token);
  await createAccount(person, "Ada");
  await person.check("Anybody may create an account on this server");
  await person.press("Create administrator");
  await person.page.getByText("Your account was created.").waitFor();
}

async function register(person: PersonAtBrowser): Promise<void> {
  await person.page.goto("/account/register");
  await createAccount(person, "Ben");
  await person.press("Create account");
  await person.page.getByText("Your account was created.").waitFor();
}

async function createAccount(person: PersonAtBrowser, name: string): Promise<void> {
  await person.type("Name", name);
  await person.type("E-mail address", `${name.toLowerCase()}@example.com`);
  await person.type("Password", PASSWORD);
  await person.type("Confirm password", PASSWORD);
}
