import { Histogram } from "./histogram.ts";
import { labelsOf } from "./registry.ts";

/** Upper bounds of durations in seconds. */
const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

const COUNTER = "triptych_http_requests_total";
const HISTOGRAM = "triptych_http_request_duration_seconds";

/** Counts responses by operation and status, and how long they took. Recording a response allocates nothing. */
export class RequestMetrics {
  /** By API and operation. */
  readonly #operations = new Map<string, Map<string, OperationMetrics>>();

  /** Counts a response. See `OnCompleted`. */
  record(api: string, operation: string, status: number, milliseconds: number | undefined): void {
    (this.#operations.get(api)?.get(operation) ?? this.#create(api, operation)).record(status, milliseconds);
  }

  renderCounts(): string {
    return this.#join((operation) => operation.renderCounts());
  }

  renderDurations(): string {
    return this.#join((operation) => operation.renderDurations());
  }

  #create(api: string, operation: string): OperationMetrics {
    const created = new OperationMetrics(labelsOf({ api, operation }));
    const ofApi = this.#operations.get(api) ?? new Map<string, OperationMetrics>();
    this.#operations.set(api, ofApi.set(operation, created));
    return created;
  }

  #join(render: (operation: OperationMetrics) => string): string {
    let lines = "";
    for (const ofApi of this.#operations.values()) for (const operation of ofApi.values()) lines += render(operation);
    return lines;
  }
}

/** The text of metrics, rendered again only after they have changed. */
interface Rendered {
  text: string;
  isCurrent: boolean;
}

/** The responses of one operation. */
class OperationMetrics {
  readonly #labels: string;
  readonly #durations: Histogram;
  /** The number of responses by status. */
  readonly #statuses = new Map<number, number>();
  readonly #counts: Rendered = { text: "", isCurrent: false };
  readonly #histogram: Rendered = { text: "", isCurrent: true };

  constructor(labels: string) {
    this.#labels = labels;
    this.#durations = new Histogram(HISTOGRAM, labels, BOUNDS);
  }

  record(status: number, milliseconds: number | undefined): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    this.#counts.isCurrent = false;
    if (milliseconds === undefined) return;
    this.#durations.observe(milliseconds / 1000);
    this.#histogram.isCurrent = false;
  }

  renderCounts(): string {
    return current(this.#counts, () =>
      [...this.#statuses]
        .map(([status, count]) => `${COUNTER}{${this.#labels},status="${status}"} ${count}\n`)
        .join(""),
    );
  }

  renderDurations(): string {
    return current(this.#histogram, () => this.#durations.render());
  }
}

function current(rendered: Rendered, render: () => string): string {
  if (!rendered.isCurrent) {
    rendered.text = render();
    rendered.isCurrent = true;
  }
  return rendered.text;
}
