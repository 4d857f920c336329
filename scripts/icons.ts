import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exit, stdout } from "node:process";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { COLORS, GROUPS } from "../src/library/icons/icons.ts";

const HELP = `Draws the icons in src/library/icons/png/ from the SVG files of Tabler Icons. NOTICE has their licence.

Usage: node scripts/icons.ts <folder>

  <folder>   the unpacked npm package @tabler/icons, version 3.48.0
`;

/** Width and height of an icon, in pixels. */
const SIZE = 256;

/** The colour of icons outside the group `Colors`. */
const DEFAULT_COLOR = "#3a5a8c";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
const [folder] = positionals;
if (values.help || folder === undefined) {
  stdout.write(HELP);
  exit(values.help ? 0 : 2);
}

const OUTPUT = new URL("../src/library/icons/png/", import.meta.url);

for (const icon of GROUPS.flatMap(({ icons }) => icons)) {
  const color = Object.entries(COLORS).find(([name]) => icon === `circle-${name}`)?.[1];
  const file = color === undefined ? icon : "circle";
  const svg = await readFile(join(folder, "icons", "filled", `${file}.svg`), "utf8");
  const colored = svg.replaceAll("currentColor", color ?? DEFAULT_COLOR);
  const picture = sharp(Buffer.from(colored), { density: (72 * SIZE) / 24 }).resize(SIZE, SIZE);
  await writeFile(new URL(`${icon}.png`, OUTPUT), await picture.png({ palette: true, effort: 10 }).toBuffer());
}
