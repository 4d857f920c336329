import { trackSecrets } from "./canary.ts";

/** A page as a browser without scripts receives it. */
export interface Page {
  readonly status: number;
  readonly headers: Headers;
  /** The `Set-Cookie` headers. */
  readonly cookies: readonly string[];
  /** The target of a redirect. */
  readonly location: string | null;
  readonly text: string;
  /** The name of the notice that the next page shows; undefined if the response sets none. */
  readonly notice: string | undefined;
  /** The undo step of that notice. */
  readonly step: string | undefined;
}

/** Behaves like a browser: stores cookies, and with every form sends the latest CSRF token found in a page. */
export interface PageClient {
  /** The values of the stored cookies, by name. */
  readonly jar: Map<string, string>;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Page>;
  /** A field with several values is sent once for each. Follows the redirect to a form that was not accepted. */
  readonly post: (
    path: string,
    fields?: Readonly<Record<string, string | readonly string[]>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Page>;
  /** Sends a form of a page with exactly these fields, and does not follow a redirect. */
  readonly send: (path: string, body: URLSearchParams | FormData) => Promise<Page>;
}

/** Whether a redirect leads to a form that was not accepted. */
export function isDraft(location: string | null): location is string {
  return /[?&]draft=[\w-]{22}(#|$)/.test(location ?? "");
}

/** Opens a client without cookies. */
export function openPageClient(base: string): PageClient {
  const jar = new Map<string, string>();
  let token = "";

  async function visit(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await fetch(base + path.replace(/#.*/, ""), { ...init, headers, redirect: "manual" });
    const cookies = response.headers.getSetCookie();
    for (const text of cookies) store(jar, text);
    const page = await response.text();
    token = /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? token;
    const { status, headers: received } = response;
    return { status, headers: received, cookies, location: received.get("location"), text: page, ...noticeIn(cookies) };
  }

  return {
    jar,
    get: (path, headers = {}) => visit(path, { headers }),
    async post(path, fields = {}, headers = {}) {
      const all = Object.entries({ _csrf: token, ...fields });
      const pairs = all.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));
      for (const [name, value] of pairs) if (name === "password" || name === "current_password") trackSecrets(value);
      const page = await visit(path, { method: "POST", headers, body: new URLSearchParams(pairs) });
      return page.notice === undefined && isDraft(page.location) ? visit(page.location, { headers }) : page;
    },
    send: (path, body) => visit(path, { method: "POST", body, headers: { origin: base } }),
  };
}

/** Opens a client and signs in. */
export async function signIn(
  base: string,
  { email, password }: { readonly email: string; readonly password: string },
  fields: Readonly<Record<string, string>> = {},
): Promise<PageClient> {
  const client = openPageClient(base);
  await client.get("/account/sign-in");
  const { status } = await client.post("/account/sign-in", { email, password, ...fields });
  if (status !== 303) throw new Error(`Signing in returned ${status}.`);
  return client;
}

/** The last notice that these `Set-Cookie` headers set, and its undo step. */
export function noticeIn(cookies: readonly string[]) {
  const [, notice, step = ""] = /_notice=(?:.*%20)?([a-z-]+)\.(\d*)\./.exec(cookies.join("\n")) ?? [];
  return { notice, step: step === "" ? undefined : step };
}

/** Gets a page with a notice, as after a redirect, and a button that reverts `step`. The notice is about `count` objects. */
export async function getWithNotice(
  client: PageClient,
  path: string,
  notice: string,
  step?: number,
  count = 1,
): Promise<Page> {
  const prefix = [...client.jar.keys()].some((name) => name.startsWith("__Host-")) ? "__Host-" : "";
  client.jar.set(`${prefix}triptych_notice`, encodeURIComponent(`${notice}.${step ?? ""}.${count}.${path}`));
  return client.get(path);
}

/** Stores a cookie, or deletes one that has expired. */
function store(jar: Map<string, string>, text: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
  if (value === "" || /Expires=Thu, 01 Jan 1970/.test(text)) jar.delete(name);
  else jar.set(name, value);
  trackSecrets(value);
}
