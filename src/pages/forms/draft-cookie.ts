import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LIFETIME_MS } from "../../accounts/form-drafts.ts";
import type { Context } from "../../context/context.ts";
import { cookiesIn } from "./cookies.ts";
import { decrypt, encrypt } from "./encryption.ts";

// What was typed in a form that needs no signing in, such as that for registering. It is encrypted and authenticated, so
// that neither another user of the browser can read it, nor another host can make the page show a text of its own.

/** Characters of a cookie: browsers accept 4,096 bytes together with the name and attributes (RFC 6265, section 6.1). */
const MAX_LENGTH = 3800;

type Store = Pick<Context, "clock" | "subkeys">;

/** The content of the cookie. */
interface Stored {
  readonly id: string;
  /** The path of the page. */
  readonly path: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly content: string;
}

/** Stores a draft in the browser instead of the one before, and returns its id; undefined if it is too long. */
export function store(
  reply: FastifyReply,
  { clock, subkeys }: Store,
  path: string,
  content: string,
): string | undefined {
  const id = randomBytes(16).toString("base64url");
  const stored: Stored = { id, path, expiresAt: clock() + LIFETIME_MS, content };
  const value = encrypt(subkeys.drafts.key, JSON.stringify(stored));
  if (value.length > MAX_LENGTH) return undefined;
  const { name, options } = cookieOf(reply);
  reply.setCookie(name, value, { ...options, maxAge: LIFETIME_MS / 1000 });
  return id;
}

/** The content of a draft; undefined if the browser has none with this id for the path, or it has expired. */
export function find(request: FastifyRequest, { clock, subkeys }: Store, path: string, id: string): string | undefined {
  const value = request.cookies[cookiesIn(request.server).draft];
  const text = value === undefined ? undefined : decrypt(subkeys.drafts.key, value);
  if (text === undefined) return undefined;
  const stored: Stored = JSON.parse(text);
  return stored.id === id && stored.path === path && stored.expiresAt > clock() ? stored.content : undefined;
}

/** Deletes the draft of the browser, if there is one. */
export function clear(reply: FastifyReply): void {
  const { name, options } = cookieOf(reply);
  if (reply.request.cookies[name] !== undefined) reply.clearCookie(name, options);
}

function cookieOf({ server }: FastifyReply) {
  const { draft: name, attributes } = cookiesIn(server);
  return { name, options: { ...attributes, sameSite: "lax" } as const };
}
