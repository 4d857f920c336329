import type { components } from "../../../generated/collections.ts";
import type { Context } from "../../context/context.ts";
import type { Group } from "../../library/icons/icons.ts";
import * as icons from "../../library/icons/icons.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { PICTURE_HEADERS } from "./wire.ts";

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
      headers: PICTURE_HEADERS,
      body: await icons.read(params.icon.replace(/\.png$/, "")),
    };
  }
}

function toIcons(groups: readonly Group[], baseUrl: string): components["schemas"]["Icons"] {
  const toAddress = (icon: string) => ({ png: `${baseUrl}/rest/v1/icon/${icon}.png` });
  return { result: true, items: groups.map(({ title, icons }) => ({ title, icons: icons.map(toAddress) })) };
}
