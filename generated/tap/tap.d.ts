import { FIXTURES } from "./fixtures.ts";
/** A server in test mode, for one test file. */
export interface Triptych {
    /** The base URL, without a trailing slash. */
    readonly base: string;
    /** The data of the server: accounts with their passwords and keys, products, collections and items. */
    readonly fixtures: typeof FIXTURES;
    /** Restores the fixtures. */
    readonly reset: () => Promise<void>;
}
type OnEnd = (close: () => Promise<unknown>) => unknown;
/** A test of tap (`teardown`), one of Node's own runner (`after`), or what a hook of a suite gets, which has neither. */
export type Test = {
    readonly teardown: OnEnd;
} | {
    readonly after: OnEnd;
} | object;
/**
 * Starts a server in test mode on a free port of 127.0.0.1. It stops when the test ends, or with the process, which it
 * does not keep alive. `settings` are environment variables; rejects with an error if one is invalid.
 */
export declare function triptych(t?: Test, settings?: Readonly<Record<string, string>>): Promise<Triptych>;
export {};
