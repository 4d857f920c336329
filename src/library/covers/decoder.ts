import sharp, { type Sharp } from "sharp";
import { MAX_PIXELS } from "./header.ts";
import { isBitmap, pixelsOf } from "./ico.ts";
import type { Picture } from "./pictures.ts";

// Runs in a child process, see `runIsolated`.

/** A file, and the maximum pixels on the longer side of what it becomes. */
export interface Decoding {
  readonly file: Buffer;
  readonly maxSide: number;
}

sharp.cache(false);
sharp.concurrency(1);
// Allows only four decoders of libvips, whatever format it detects.
sharp.block({ operation: ["VipsForeignLoad"] });
const FORMATS = ["Png", "Jpeg", "Nsgif", "Webp"];
sharp.unblock({ operation: FORMATS.map((format) => `VipsForeignLoad${format}Buffer`) });

/** Converts a file to a picture. Throws if it can't be decoded. */
export async function work({ file, maxSide }: Decoding): Promise<Picture> {
  const { data, info } = await decode(file, maxSide);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { bytes: await sharp(data, { raw }).webp().toBuffer(), color: await colorOf(sharp(data, { raw })) };
}

/** Decodes to raw pixels, which removes all metadata. */
function decode(file: Buffer, maxSide: number) {
  const source = isBitmap(file)
    ? fromBitmap(file)
    : sharp(file, { failOn: "warning", limitInputPixels: MAX_PIXELS }).autoOrient();
  return source
    .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function fromBitmap(file: Buffer): Sharp {
  const { data, width, height } = pixelsOf(file);
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** The picture's dominant colour on a white background, as `#rrggbb`. */
async function colorOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture.flatten({ background: "#fff" }).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const { dominant } = await sharp(data, { raw }).stats();
  return `#${Buffer.from([dominant.r, dominant.g, dominant.b]).toString("hex")}`;
}
