import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieOf, setPreference } from "../design/preferences.ts";

/** How wide and how large the text of the reader is. */
export interface Appearance {
  readonly width: (typeof WIDTHS)[number];
  readonly size: (typeof SIZES)[number];
}

export const WIDTHS = ["narrow", "medium", "wide"] as const;
export const SIZES = ["small", "normal", "large", "huge"] as const;

const COOKIE = "triptych_reader";

/** What a link of the page chose, or was chosen before; a choice is stored in a cookie. */
export function appearanceOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Appearance {
  const [storedWidth, storedSize] = (cookieOf(request, COOKIE) ?? "").split(".");
  const chosen = new URL(request.url, "http://localhost").searchParams;
  const [width, size] = [chosen.get("width"), chosen.get("size")];
  const appearance = {
    width: oneOf(WIDTHS, width) ?? oneOf(WIDTHS, storedWidth) ?? "medium",
    size: oneOf(SIZES, size) ?? oneOf(SIZES, storedSize) ?? "normal",
  };
  if (width !== null || size !== null) setPreference(reply, COOKIE, `${appearance.width}.${appearance.size}`, isSecure);
  return appearance;
}

function oneOf<T extends string>(values: readonly T[], name: string | null | undefined): T | undefined {
  return values.find((value) => value === name);
}
