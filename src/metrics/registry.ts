/** What a metric is, as in the text that Prometheus reads. */
interface Description {
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
}

const counter = (help: string) => ({ type: "counter", help }) satisfies Description;
const gauge = (help: string) => ({ type: "gauge", help }) satisfies Description;
const histogram = (help: string) => ({ type: "histogram", help }) satisfies Description;

/** All metrics of the server by name. docs/observability.md has the same descriptions. */
export const METRICS = {
  triptych_build_info: gauge(
    "Always 1; its labels are the versions of the server and of Node, and the database engine.",
  ),
  process_start_time_seconds: gauge("When the server started, or the newest of its processes, in seconds since 1970."),
  process_cpu_seconds_total: counter("Processor time that the server has used, in seconds."),
  process_resident_memory_bytes: gauge("Memory of the server, in bytes."),
  triptych_heap_used_bytes: gauge("Used part of the JavaScript heap, in bytes."),
  triptych_event_loop_delay_seconds: histogram("How late a timer fired that fires 50 times a second, in seconds."),
  triptych_event_loop_busy_seconds_total: counter("Time that the event loop was not idle, in seconds."),
  triptych_http_requests_total: counter("Responses by API, operation and status."),
  triptych_http_request_duration_seconds: histogram(
    "Time from the head of a request to its response, by API and operation, in seconds.",
  ),
  triptych_contract_mismatches_total: counter("Checked responses that violate their contract."),
  triptych_refused_requests_total: counter("Requests that exceeded a limit, or needed a service that is unavailable."),
  triptych_unread_response_bytes: gauge("Responses that clients have not read, in bytes."),
  triptych_unread_response_limit_bytes: gauge("Maximum of triptych_unread_response_bytes."),
  triptych_queue_length: gauge("What waits or is in progress in each queue."),
  triptych_queue_limit: gauge("Maximum of triptych_queue_length; what exceeds it is refused."),
  triptych_response_cache_requests_total: counter("Lookups in the response cache, by result."),
  triptych_response_cache_bytes: gauge("Size of the response cache, in bytes."),
  triptych_database_up: gauge("1 if the database could be read within the last 30 seconds, else 0."),
  triptych_database_connections: gauge("Connections to the database server, by state."),
  triptych_database_waiting: gauge("Statements that wait for a connection to the database server."),
  triptych_database_wal_bytes: gauge("Size of the write-ahead log beside the database file, in bytes."),
  triptych_standby_up: gauge("1 if the standby in DATABASE_REPLICA_URL can be read, else 0."),
  triptych_standby_reads_total: counter("Reads that the standby was meant for, by the server that executed them."),
  triptych_cleanup_backlog_rows: gauge("Rows that await the background cleanup, by kind; counted up to 1,000."),
  triptych_last_backup_timestamp_seconds: gauge(
    "When the last backup was completed, in seconds since 1970; 0 if never.",
  ),
  triptych_pages_total: counter("Pages of links that were read, or could not be, by result."),
  triptych_page_delay_seconds: gauge("How long the first page that waits to be read has been due, in seconds."),
  triptych_metrics_errors_total: counter("Metrics that could not be read."),
} as const satisfies Readonly<Record<string, Description>>;

export type MetricName = keyof typeof METRICS;

/** The value of a metric without labels, or its values by the text of their labels; undefined leaves the metric out. */
export type Value = number | Iterable<readonly [labels: string, value: number]> | undefined;

/** Reads the current value of a metric. */
export type Read = () => Value;

/** Returns all sample lines of a metric. */
type Render = () => string;

interface Metric {
  /** The lines before the samples. */
  readonly head: string;
  readonly render: Render;
}

/** The media type of the text format of Prometheus. */
export const TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** All metrics of a server. Each must be added once. */
export class Registry {
  readonly #metrics = new Map<MetricName, Metric>();
  #errors = 0;

  /** The number of times that a metric could not be read. */
  get errors(): number {
    return this.#errors;
  }

  /** Adds a metric that is read for each scrape. */
  add(name: MetricName, read: Read): void {
    this.addRendered(name, () => linesOf(name, read()));
  }

  /** Adds a metric that renders its samples itself. */
  addRendered(name: MetricName, render: Render): void {
    const { help, type }: Description = METRICS[name];
    this.#metrics.set(name, { head: `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`, render });
  }

  /** Counts a value that could not be read in the background. */
  countError(): void {
    this.#errors += 1;
  }

  /** The text of all metrics. Leaves out those that can't be read, and counts them. */
  render(): string {
    let text = "";
    for (const { head, render } of this.#metrics.values()) {
      try {
        const lines = render();
        if (lines !== "") text += head + lines;
      } catch {
        this.#errors += 1;
      }
    }
    return text;
  }
}

function linesOf(name: string, value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "number") return `${name} ${value}\n`;
  let lines = "";
  for (const [labels, number] of value) lines += `${name}{${labels}} ${number}\n`;
  return lines;
}

/** The text of labels, such as `queue="mails"`. Their number of values must be limited. */
export function labelsOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, toEscape)}"`)
    .join(",");
}

/** The escapes of label values in the text format. */
function toEscape(character: string): string {
  return character === "\n" ? "\\n" : `\\${character}`;
}
