import type { FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "#contract/request/path";
import { idIn } from "../design/form-values.ts";
import type { Texts } from "../texts/en.ts";
import { cookiesIn } from "./cookies.ts";

/** What the next page says about the previous action. */
export type NoticeName = keyof Texts["notices"];

/** The page to which a form redirects, and the notice that stands above its content. */
export interface Destination {
  readonly path: string;
  readonly notice: NoticeName;
  /** The undo step that a button beside the notice reverts. */
  readonly step?: number | undefined;
  /** How many objects changed, for notices that say so. */
  readonly count?: number | undefined;
}

/** A notice that waits for its page. */
interface Waiting {
  readonly name: string;
  readonly step: number | undefined;
  readonly count: number | undefined;
  /** The path of its page, without a query. */
  readonly path: string;
}

/** How long a notice waits for its page: redirects take less than a second. */
const LIFETIME_SECONDS = 60;

/** Notices that wait at a time: each tab waits for its own. */
const MAX_WAITING = 4;

/** Characters of the longest path of a page that has notices. */
const MAX_PATH = 200;

/** Redirects to a page, whose notice travels in a cookie: a link can't forge it, and no address or history keeps it. */
export function redirect(reply: FastifyReply, target: string | Destination): FastifyReply {
  if (typeof target === "string") return reply.redirect(target, 303);
  const { path: address, notice: name, step, count } = target;
  const path = pathOf(address);
  const others = waitingIn(reply.request).filter((other) => other.path !== path);
  if (path.length <= MAX_PATH) store(reply, [...others, { name, step, count, path }].slice(-MAX_WAITING));
  return reply.redirect(address, 303);
}

/** The notice for the page that a `GET` requests, which is shown once; undefined without any. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply, { notices }: Texts) {
  if (request.method !== "GET") return undefined;
  const waiting = waitingIn(request);
  const path = pathOf(request.url);
  const found = waiting.find((each) => each.path === path);
  if (found === undefined) return undefined;
  store(
    reply,
    waiting.filter((each) => each !== found),
  );
  const text = Object.entries(notices).find(([name]) => name === found.name)?.[1];
  if (text === undefined) return undefined;
  return { text: typeof text === "string" ? text : text(found.count ?? 0), step: found.step };
}

/** Sets the cookie: `name.step.count.path` of each notice, between spaces. */
function store(reply: FastifyReply, waiting: readonly Waiting[]): void {
  const { notice, attributes } = cookiesIn(reply.server);
  // Lax, so that a form that another site's link has opened shows its notice too.
  const options = { ...attributes, sameSite: "lax" } as const;
  const value = waiting.map(({ name, step = "", count = "", path }) => `${name}.${step}.${count}.${path}`).join(" ");
  if (value === "") reply.clearCookie(notice, options);
  else reply.setCookie(notice, value, { ...options, maxAge: LIFETIME_SECONDS });
}

function waitingIn({ cookies, server }: FastifyRequest): readonly Waiting[] {
  const entries = (cookies[cookiesIn(server).notice] ?? "").split(" ").slice(-MAX_WAITING);
  return entries.flatMap((entry) => {
    const [, name, step, count, path] = /^([a-z-]{1,40})\.(\d*)\.(\d*)\.(\/.*)$/.exec(entry) ?? [];
    return name === undefined || path === undefined ? [] : [{ name, step: idIn(step), count: idIn(count), path }];
  });
}
