import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Test } from "tap";

/** What a site responds at a path: a description of the response, or a function that sends it. */
export type SitePage = SiteResponse | ((response: ServerResponse, method: string) => void);

export interface SiteResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether the length of the body is not announced. */
  readonly isChunked?: boolean;
  /** Milliseconds before the response. */
  readonly delay?: number;
}

export interface SiteRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Site {
  /** Without a slash at the end. */
  readonly base: string;
  readonly requests: readonly SiteRequest[];
}

/** Starts a web site on this machine, by path with query, and stops it when the test ends. Other paths are a 404. */
export async function openSite(t: Test, pages: Readonly<Record<string, SitePage>>): Promise<Site> {
  const requests: SiteRequest[] = [];
  const server = createServer(({ method = "", url = "", headers }, response) => {
    requests.push({ method, url, headers });
    const page = pages[url] ?? { status: 404 };
    if (typeof page === "function") return page(response, method);
    setTimeout(() => send(response, page), page.delay ?? 0);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function send(response: ServerResponse, { status = 200, headers = {}, body = "", isChunked }: SiteResponse) {
  const fields = Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString("latin1")]);
  response.writeHead(status, Object.fromEntries(fields));
  if (isChunked) response.write(body);
  response.end(isChunked ? undefined : body);
}
