import sharp, { type Sharp } from "sharp";
import { MAX_PIXELS } from "./header.ts";

// Runs in a child process (`decoders.ts`), so that a hostile file can exhaust or crash only that
// process.

/** Maximum pixels on the longer side of a cover. */
const MAX_COVER_SIDE = 512;

sharp.cache(false);
sharp.concurrency(1);
// Allows only three decoders of libvips, whatever format it detects.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadNsgifBuffer"] });

process.on("message", (file: Buffer) => {
  convert(file).then(
    (cover) => process.send?.(cover),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});

async function convert(file: Buffer): Promise<{ bytes: Buffer; color: string }> {
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
