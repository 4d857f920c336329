import t from "tap";
import { failureOf } from "#contract/test/failures";
import { gifOf, HOSTILE, pngClaiming } from "../../harness/pictures.ts";
import { toPicture } from "../../src/library/covers/image.ts";

// Pictures at the limits are decoded in test/process/images.test.ts.

t.test("a file beyond a limit is rejected before a process decodes it, with the limit", async (t) => {
  for (const [file, message] of [
    [pngClaiming(5001, 5000), "The picture has more than 25 megapixels."],
    [pngClaiming(20_001, 1), "The picture has more than 20,000 pixels on a side."],
    [gifOf(201), "The picture has more than 200 frames."],
  ] as const)
    t.match(await failureOf(toPicture(file)), { kind: "invalid", reason: /^picture-/, message });
});

t.test("a file with too many or too large compressed texts is rejected before a process decodes it", async (t) => {
  for (const [name, message] of [
    ["PNG with 51 compressed texts", "too many compressed chunks"],
    ["PNG with a decompression bomb as text", /Cannot create a Buffer larger than/],
  ] as const) {
    const file = await HOSTILE.find((hostile) => hostile.name === name)?.bytes();
    if (file === undefined) throw new Error(`There is no file named ${name}.`);
    t.match(await failureOf(toPicture(file)), {
      message: "The file is not a readable PNG, GIF, JPEG or WebP picture.",
      cause: { message },
    });
  }
});
