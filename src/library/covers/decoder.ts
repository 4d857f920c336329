import sharp, { type Sharp } from "sharp";
import { MAX_PIXELS } from "./header.ts";
import type { Picture } from "./pictures.ts";

// Runs in a child process, see `runIsolated`.

/** Maximum pixels on the longer side of a cover. */
const MAX_COVER_SIDE = 512;

sharp.cache(false);
sharp.concurrency(1);
// Allows only four decoders of libvips, whatever format it detects.
sharp.block({ operation: ["VipsForeignLoad"] });
const FORMATS = ["Png", "Jpeg", "Nsgif", "Webp"];
sharp.unblock({ operation: FORMATS.map((format) => `VipsForeignLoad${format}Buffer`) });

/** Converts a file to a cover. Throws if it can't be decoded. */
export async function work(file: Buffer): Promise<Picture> {
  const { data, info } = await decode(file);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { bytes: await sharp(data, { raw }).webp().toBuffer(), color: await colorOf(sharp(data, { raw })) };
}

/** Decodes to raw pixels, which removes all metadata. */
function decode(file: Buffer) {
  return sharp(file, { failOn: "warning", limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize(MAX_COVER_SIDE, MAX_COVER_SIDE, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** The picture's dominant colour on a white background, as `#rrggbb`. */
async function colorOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture.flatten({ background: "#fff" }).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const { dominant } = await sharp(data, { raw }).stats();
  return `#${Buffer.from([dominant.r, dominant.g, dominant.b]).toString("hex")}`;
}
