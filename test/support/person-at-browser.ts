import type { Locator, Page } from "playwright-core";

/** How a person uses a page. */
export type Hands = "mouse" | "keyboard";

/** What a person does on the pages of a browser. */
export interface PersonAtBrowser {
  readonly page: Page;
  /** Follows a link. */
  readonly follow: (name: string | RegExp) => Promise<void>;
  /** Presses a button. */
  readonly press: (name: string | RegExp) => Promise<void>;
  /** Opens a disclosure if it is closed. */
  readonly open: (summary: string | RegExp) => Promise<void>;
  /** Types into the field with this label, in place of what it contains. */
  readonly type: (label: string, text: string) => Promise<void>;
  /** Chooses an entry of a drop-down list by its whole text. */
  readonly choose: (label: string, entry: string) => Promise<void>;
  readonly check: (label: string | RegExp) => Promise<void>;
  /** Chooses a file. */
  readonly attach: (label: string, file: { readonly name: string; readonly text: string }) => Promise<void>;
  /** What the page confirms. */
  readonly confirmation: () => Promise<string>;
}

/** Presses of Tab after which an element counts as out of reach. */
const MAX_TABS = 600;

/**
 * A person who uses only a mouse and types, or only a keyboard. With the keyboard, each element must be reached with
 * Tab; otherwise the functions throw.
 */
export function personAt(page: Page, hands: Hands): PersonAtBrowser {
  const use = async (element: Locator, key: string) => {
    if (hands === "mouse") return element.click();
    await tabTo(page, element);
    await page.keyboard.press(key);
  };
  const one = (locator: Locator) => locator.filter({ visible: true }).first();
  const settled = async (work: Promise<void>) => {
    await work;
    await page.waitForLoadState();
  };
  return {
    page,
    follow: (name) => settled(use(one(page.getByRole("link", { name })), "Enter")),
    press: (name) => settled(use(one(page.getByRole("button", { name })), "Enter")),
    async open(summary) {
      const closed = page.locator("details:not([open]) > summary").filter({ hasText: summary, visible: true });
      if ((await closed.count()) > 0) await use(closed.first(), "Enter");
    },
    async type(label, text) {
      const field = one(page.getByLabel(label, { exact: true }).and(page.locator("input, textarea")));
      if (hands === "mouse") return field.fill(text);
      await tabTo(page, field);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText(text);
    },
    async choose(label, entry) {
      const list = one(page.getByLabel(label, { exact: true }));
      if (hands === "mouse") await list.selectOption({ label: entry });
      else {
        await tabTo(page, list);
        await page.keyboard.type(entry.trim());
      }
    },
    check: (label) => use(one(page.getByLabel(label)), "Space"),
    async attach(label, { name, text }) {
      const chooser = page.waitForEvent("filechooser");
      await use(one(page.getByLabel(label, { exact: true })), "Enter");
      await (await chooser).setFiles({ name, mimeType: "text/html", buffer: Buffer.from(text) });
    },
    confirmation: async () => (await page.getByRole("status").first().textContent()) ?? "",
  };
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await element.evaluate((node) => node === node.ownerDocument.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${element}.`);
}
