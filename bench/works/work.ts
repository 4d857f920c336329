import type { Data } from "../dataset/made.ts";

/** A request that is made again and again, and the status that it has to be answered with. */
export interface Request {
  readonly method: "GET" | "POST";
  /** `VALUE` in it stands for one of the values. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; `VALUE` in it stands for one of the values. */
  readonly body?: string;
  /** One at random for each request, in the one place where `VALUE` stands; in a body all of one length. */
  readonly values?: readonly string[];
  readonly status: number;
}

/** Where one of the values goes. */
export const VALUE = "{value}";

/** What a request shows of who makes it. */
export interface Credentials {
  readonly headersOf: (person: "few" | "many" | "keeper") => Readonly<Record<string, string>>;
  readonly administrator: Readonly<Record<string, string>>;
}

/** Something that the systems are measured at. */
export interface Work {
  readonly name: string;
  readonly title: (data: Data) => string;
  readonly request: (data: Data, credentials: Credentials) => Request;
  /** One answer takes many milliseconds: a few requests are under way, for twice as long. */
  readonly isHeavy?: true;
  /** How many answers are given before it is measured, so that what a server keeps is what it would be after a while; few, if not said. */
  readonly settling?: number;
  /** What somebody else asks meanwhile, and how often a second. */
  readonly meanwhile?: { readonly request: Work["request"]; readonly rate: number };
  /** Asked with the entity tag that the system gave, where it gave one; then the answer is 304. */
  readonly isConditional?: true;
  /** Fields that are others in every answer, because each answer is about something new. */
  readonly fresh?: readonly string[];
  /** The least ratio to the limit, and to Express, that is aimed at. */
  readonly targets?: { readonly limit: number; readonly express: number };
}

/** A request with a value in place of `VALUE`. */
export function withValue(text: string, value: string | undefined): string {
  return value === undefined ? text : text.replace(VALUE, value);
}

/** Nine thousand numbers of six digits. */
export function numbers(): string[] {
  return Array.from({ length: 9_000 }, (_, index) => String(100_000 + index * 97));
}
