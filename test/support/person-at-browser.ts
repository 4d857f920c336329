import type { BrowserContextOptions, ElementHandle, Locator, Page } from "playwright-core";
import { DEVICES } from "./browser.ts";

/** How a person uses a page. */
type Hands = "mouse" | "keyboard";

/** A way to use the pages. */
export interface Way {
  readonly hands: Hands;
  readonly options: BrowserContextOptions;
}

/** Four ways to use the pages, by their names in the titles of tests. */
export const WAYS: Readonly<Record<string, Way>> = {
  "with JavaScript": { hands: "mouse", options: {} },
  "without JavaScript": { hands: "mouse", options: { javaScriptEnabled: false } },
  "with the keyboard only": { hands: "keyboard", options: {} },
  "on a phone": { hands: "mouse", options: { ...DEVICES.phone } },
};

/** Whether the pages run scripts. */
export function isScripted({ options }: Way): boolean {
  return options.javaScriptEnabled ?? true;
}

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
  /** Chooses one of several radio buttons. */
  readonly pick: (label: string | RegExp) => Promise<void>;
  /** Opens the menu of a link, which has a button with this name, and chooses an entry of it. */
  readonly chooseFromMenu: (link: string | RegExp, menu: string, entry: string) => Promise<void>;
  /** Chooses a file. */
  readonly attach: (label: string, file: { readonly name: string; readonly text: string }) => Promise<void>;
  /** Waits until a page confirms what was done, with a message that contains this text. */
  readonly confirmed: (text: string) => Promise<void>;
}

/** Presses of a key after which an element counts as out of reach. */
const MAX_PRESSES = 600;

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
    async pick(label) {
      const radio = one(page.getByRole("radio", { name: label }));
      if (hands === "mouse") return radio.check();
      // Tab reaches only the chosen one of a group.
      const name = await radio.getAttribute("name");
      await tabTo(page, page.locator(`input[name="${name}"]:checked`));
      await pressUntil(page, "ArrowDown", radio, () => radio.isChecked());
    },
    async chooseFromMenu(link, menu, entry) {
      const target = one(page.getByRole("link", { name: link }));
      const button = page.getByRole("button", { name: menu });
      const item = page.getByRole("menuitem", { name: entry, exact: true });
      if (hands === "mouse") {
        await target.hover();
        await button.click();
        return item.click();
      }
      await tabTo(page, target);
      await button.waitFor({ state: "attached" });
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menu").waitFor();
      await pressUntil(page, "ArrowDown", item, hasFocus);
      await page.keyboard.press("Enter");
    },
    async attach(label, { name, text }) {
      const chooser = page.waitForEvent("filechooser");
      await use(one(page.getByLabel(label, { exact: true })), "Enter");
      await (await chooser).setFiles({ name, mimeType: "text/html", buffer: Buffer.from(text) });
    },
    confirmed: (text) => page.getByRole("status").filter({ hasText: text }).first().waitFor(),
  };
}

/** Selects the text from one place of an article to another, as a pointer does. */
export async function selectText(page: Page, from: string, to: string): Promise<void> {
  await page.evaluate(`(${SELECT})(${JSON.stringify([from, to])})`);
}

const SELECT = `([from, to]) => {
  const find = (text, isEnd) => {
    const walker = document.createTreeWalker(document.querySelector("[data-reader]"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.data.indexOf(text);
      if (at !== -1) return [walker.currentNode, at + (isEnd ? text.length : 0)];
    }
  };
  getSelection().setBaseAndExtent(...find(from, false), ...find(to, true));
}`;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  await pressUntil(page, "Tab", element, hasFocus);
}

function hasFocus(element: ElementHandle): Promise<boolean> {
  return element.evaluate((node) => node === node.ownerDocument?.activeElement);
}

/** Presses a key until it has reached an element. */
async function pressUntil(
  page: Page,
  key: string,
  element: Locator,
  isReached: (element: ElementHandle) => Promise<boolean>,
): Promise<void> {
  // Found once: finding an element by its role takes much longer than pressing a key.
  const found = await element.elementHandle();
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (await isReached(found)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${element}.`);
}
