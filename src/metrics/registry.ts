import { type Description, METRICS, type MetricName } from "./descriptions.ts";

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
