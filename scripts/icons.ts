import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { COLORS, GROUPS } from "../src/library/icons/groups.ts";

// Draws the icons in src/library/icons/png/ from the SVG files of Tabler Icons: unpack the npm package @tabler/icons,
// version 3.48.0, and run `node scripts/icons.ts FOLDER`. NOTICE has the licence of the icons.

/** Width and height of an icon, in pixels. */
const SIZE = 256;

/** The colour of icons outside the group `Colors`. */
const DEFAULT_COLOR = "#3a5a8c";

const [, , folder] = process.argv;
if (folder === undefined) throw new Error("Usage: node scripts/icons.ts FOLDER");

const OUTPUT = new URL("../src/library/icons/png/", import.meta.url);

for (const icon of GROUPS.flatMap(({ icons }) => icons)) {
  const color = Object.entries(COLORS).find(([name]) => icon === `circle-${name}`)?.[1];
  const file = color === undefined ? icon : "circle";
  const svg = await readFile(join(folder, "icons", "filled", `${file}.svg`), "utf8");
  const colored = svg.replaceAll("currentColor", color ?? DEFAULT_COLOR);
  const picture = sharp(Buffer.from(colored), { density: (72 * SIZE) / 24 }).resize(SIZE, SIZE);
  await writeFile(new URL(`${icon}.png`, OUTPUT), await picture.png({ palette: true, effort: 10 }).toBuffer());
}
