import type { Fetch } from "./retry.ts";
/** The login of one account, shared by all requests that are sent with it. */
export declare class Login {
    #private;
    /** `logIn` resolves to a new token. */
    constructor(logIn: () => Promise<string>);
    /**
     * Resolves to the current token, and logs in if there is none. Once the server has rejected the e-mail
     * address or password, always rejects with that error, because failed logins can block the account.
     */
    token(): Promise<string>;
    /** Makes the next call of `token` log in, unless another request has already replaced this token. */
    discard(rejected: Promise<string>): void;
}
/** Sends each request with a token of the login. After a 401 logs in again and repeats the request once. */
export declare function withLogin(send: Fetch, login: Login, setToken: (headers: Headers, token: string) => void): Fetch;
