import { CatalogueError } from "./errors.ts";
import type { Fetch } from "./retry.ts";

/** The login of one account, shared by all requests that are sent with it. */
export class Login {
  readonly #logIn: () => Promise<string>;
  #token: Promise<string> | undefined;

  /** `logIn` resolves to a new token. */
  constructor(logIn: () => Promise<string>) {
    this.#logIn = logIn;
  }

  /**
   * Resolves to the current token, and logs in if there is none. Once the server has rejected the e-mail
   * address or password, always rejects with that error, because failed logins can block the account.
   */
  token(): Promise<string> {
    this.#token ??= this.#logIn().catch((error: unknown) => {
      if (!isUnauthorized(error)) this.#token = undefined;
      throw error;
    });
    return this.#token;
  }

  /** Makes the next call of `token` log in, unless another request has already replaced this token. */
  discard(rejected: Promise<string>): void {
    if (this.#token === rejected) this.#token = undefined;
  }
}

/** Sends each request with a token of the login. After a 401 logs in again and repeats the request once. */
export function withLogin(send: Fetch, login: Login, setToken: (headers: Headers, token: string) => void): Fetch {
  const sendWith = async (request: Request, token: Promise<string>) => {
    setToken(request.headers, await unlessAborted(token, request.signal));
    return send(request);
  };
  return async (request) => {
    const token = login.token();
    const response = await sendWith(request.clone(), token);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    login.discard(token);
    return sendWith(request, login.token());
  };
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof CatalogueError && error.status === 401;
}

/** Settles as the promise does, or rejects with the signal's reason if it aborts first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
