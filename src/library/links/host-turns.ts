/** Pages that are read at a time. */
export const MAX_READINGS = 8;

/** Milliseconds from the end of a reading of a host to the start of the next one. */
export const PAUSE_MS = 1_000;

/** How long a host is left alone that says it is busy, in milliseconds: doubled each time in a row. */
const FIRST_BACK_OFF_MS = 10_000;
const MAX_BACK_OFF_MS = 10 * 60_000;

/** Hosts that are remembered. Beyond that, those whose turn came first are forgotten. */
const MAX_HOSTS = 10_000;

/** Parties of a host whose reserved turns are remembered. */
const MAX_PARTIES = 100;

interface Host {
  isBusy: boolean;
  /** When it may be asked again, unless it is busy, and how long before it was last asked. */
  freeAt: number;
  pause: number;
  /** The last turns that were given away, see `reserve`. */
  readonly reserved: Map<string, number>;
  /** How often in a row it said that it is busy. */
  refusals: number;
}

/** How a host responded: whether it asked for a pause, as with 429 and 5xx, and for how many seconds. */
export interface HostResult {
  readonly isOverloaded: boolean;
  readonly retryAfter?: number | undefined;
}

const FINE: HostResult = { isOverloaded: false };

/**
 * Which hosts may be asked now: one at a time, a second after the end of the one before, eight in all. A host that
 * responds with 429 or 5xx is left alone for as long as it says, or for longer each time. All of it is in memory, of
 * the server that has the `HostLease`. Times are milliseconds of the clock.
 */
export class HostTurns {
  readonly #now: () => number;
  readonly #hosts = new Map<string, Host>();
  #running = 0;
  /** When the last reading has ended, and the pause after it. */
  #quietAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many more readings may begin. */
  get free(): number {
    return MAX_READINGS - this.#running;
  }

  /** Whether no host is being asked, nor was within the pause, so that another server may begin. */
  get isQuiet(): boolean {
    const delay = this.#quietAt - this.#now();
    // The clock may have been set back.
    return this.#running === 0 && (delay <= 0 || delay > PAUSE_MS);
  }

  /** Milliseconds until the host may be asked; of a host that is being asked, at least so many. */
  delayOf(name: string): number {
    const host = this.#hosts.get(name);
    if (host === undefined) return 0;
    if (host.isBusy) return PAUSE_MS;
    // A clock that goes back makes nobody wait longer than that.
    return Math.min(host.pause, Math.max(0, host.freeAt - this.#now()));
  }

  /** Gives away the next turns of a host, a second apart, to each party for itself. Returns the milliseconds until then. */
  reserve(name: string, party: string): number {
    const now = this.#now();
    const { reserved } = this.#hostOf(name);
    const time = Math.max(now + this.delayOf(name), (reserved.get(party) ?? 0) + PAUSE_MS);
    if (reserved.size >= MAX_PARTIES) reserved.clear();
    reserved.set(party, time);
    return time - now;
  }

  /** Begins to ask a host, if it may be asked now. The caller calls the result once at the end, in any case. */
  begin(name: string): ((result?: HostResult) => void) | undefined {
    if (this.free === 0 || this.delayOf(name) > 0) return undefined;
    const host = this.#hostOf(name);
    host.isBusy = true;
    this.#running += 1;
    return (result = FINE) => {
      host.isBusy = false;
      this.#running -= 1;
      this.#quietAt = this.#now() + PAUSE_MS;
      host.refusals = result.isOverloaded ? host.refusals + 1 : 0;
      host.pause = pauseAfter(host.refusals, result);
      host.freeAt = this.#now() + host.pause;
    };
  }

  #hostOf(name: string): Host {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    if (this.#hosts.size >= MAX_HOSTS) this.#forget();
    const host = { isBusy: false, freeAt: 0, pause: 0, reserved: new Map<string, number>(), refusals: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  /** Forgets the hosts that may be asked now, or else half of those that are not being asked. */
  #forget(): void {
    const idle = [...this.#hosts].filter(([, { isBusy }]) => !isBusy);
    const free = idle.filter(([name, { refusals }]) => refusals === 0 && this.delayOf(name) === 0);
    const forgotten = free.length > 0 ? free : idle.slice(0, MAX_HOSTS / 2);
    for (const [name] of forgotten) this.#hosts.delete(name);
  }
}

function pauseAfter(refusals: number, { isOverloaded, retryAfter }: HostResult): number {
  if (!isOverloaded) return PAUSE_MS;
  if (retryAfter !== undefined) return Math.max(PAUSE_MS, retryAfter * 1_000);
  return Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (refusals - 1));
}
