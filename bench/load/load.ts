import type { Request } from "../works/work.ts";

/** What is asked of a server, and for how long. */
export interface Order {
  readonly base: string;
  readonly request: Request;
  readonly connections: number;
  readonly seconds: number;
  /** How many times a second all connections together ask; as often as they can where there is none. */
  readonly rate?: number;
  /** The core that the load has, where it has one. */
  readonly core: number | undefined;
}

/** What a load has seen; times in milliseconds. */
export interface Load {
  readonly requests: number;
  /** Requests a second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/** Throws when an answer had another status than the request names, or when a connection failed. */
export type Loader = (order: Order) => Promise<Load>;
