import t from "tap";
import { openApp } from "../support/app.ts";
import { DEVICES, fitsInWidth, openBrowser, openPage, SCREENSHOTS } from "../support/browser.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

for (const [device, options] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    t.test(`the pages fit a ${device} in ${colorScheme} colours`, async (t) => {
      const { base } = await openApp(t);
      const { page, faults } = await openPage(t, browser, base, { ...options, colorScheme });

      await page.goto("/");
      await page.screenshot({ path: `${SCREENSHOTS}start-${device}-${colorScheme}.png`, fullPage: true });
      t.ok(await fitsInWidth(page), "the start page needs no horizontal scrolling");
      t.same(await page.evaluate(LOW_CONTRAST_TEXTS), [], "the texts of the start page have enough contrast");
      t.same(faults, []);
    });
  }
}

t.test("the keyboard focus is visible", async (t) => {
  const { base } = await openApp(t);
  const { page } = await openPage(t, browser, base);
  await page.goto("/");
  await page.keyboard.press("Tab");
  t.equal(await page.evaluate("getComputedStyle(document.querySelector('a:focus-visible')).outlineStyle"), "solid");
});

/**
 * Runs in the browser: returns the texts whose contrast is below 4.5:1 (WCAG 2.2, success criterion
 * 1.4.3, level AA).
 */
const LOW_CONTRAST_TEXTS = `(() => {
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((value) => channel(value / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return colour === "rgba(0, 0, 0, 0)" ? background(element.parentElement) : colour;
  };
  const contrast = (element) => {
    const [dark, light] = [getComputedStyle(element).color, background(element)].map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const hasText = (element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== "");
  return [...document.body.querySelectorAll("*")].filter(hasText).filter((element) => contrast(element) < 4.5).map((element) => element.textContent);
})()`;
