import type { Context } from "../../context/context.ts";
import * as icons from "../../library/icons/icons.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { toIcons } from "./icon-wire.ts";

/** The operations on the icons that collections can have as covers. */
export class IconHandlers implements Partial<Handlers> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async listIcons(): Res<"listIcons"> {
    return { status: 200, body: toIcons(icons.find(""), this.#context.config.baseUrl) };
  }

  async searchIcons({ params }: Req<"searchIcons">): Res<"searchIcons"> {
    return { status: 200, body: toIcons(icons.find(params.text), this.#context.config.baseUrl) };
  }

  async getIcon({ params }: Req<"getIcon">): Res<"getIcon"> {
    return {
      status: 200,
      type: "image/png",
      headers: {
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      },
      body: await icons.read(params.icon.replace(/\.png$/, "")),
    };
  }
}
