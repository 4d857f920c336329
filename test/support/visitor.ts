import { remember } from "./canary.ts";

/** A page as a browser without scripts has it. */
export interface Page {
  readonly status: number;
  readonly headers: Headers;
  /** What the server set of cookies, as it wrote it. */
  readonly cookies: readonly string[];
  /** Where a redirection leads. */
  readonly location: string | null;
  readonly text: string;
}

/** Somebody with a browser: keeps cookies, and sends the token of the last form with each one. */
export interface Visitor {
  readonly jar: Map<string, string>;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Page>;
  readonly post: (path: string, fields?: Readonly<Record<string, string>>) => Promise<Page>;
}

/** Opens a browser that knows nothing yet. */
export function openVisitor(base: string): Visitor {
  const jar = new Map<string, string>();
  let token = "";

  async function visit(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await fetch(base + path, { ...init, headers, redirect: "manual" });
    const cookies = response.headers.getSetCookie();
    for (const text of cookies) keep(jar, text);
    const page = await response.text();
    token = /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? token;
    const { status, headers: received } = response;
    return { status, headers: received, cookies, location: received.get("location"), text: page };
  }

  return {
    jar,
    get: (path, headers = {}) => visit(path, { headers }),
    post(path, fields = {}) {
      remember(fields.password);
      return visit(path, { method: "POST", body: new URLSearchParams({ _csrf: token, ...fields }) });
    },
  };
}

/** Opens a browser and signs in. */
export async function signIn(
  base: string,
  { email, password }: { readonly email: string; readonly password: string },
  fields: Readonly<Record<string, string>> = {},
): Promise<Visitor> {
  const visitor = openVisitor(base);
  await visitor.get("/account/sign-in");
  const { status } = await visitor.post("/account/sign-in", { email, password, ...fields });
  if (status !== 303) throw new Error(`Signing in was answered ${status}.`);
  return visitor;
}

/** A cookie that is set, or forgotten where it has expired. */
function keep(jar: Map<string, string>, text: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
  if (value === "" || /Expires=Thu, 01 Jan 1970/.test(text)) jar.delete(name);
  else jar.set(name, value);
  remember(value);
}
