import { type Description, METRICS } from "./descriptions.ts";

/** One metric of several processes. */
interface Family {
  readonly type: Description["type"];
  /** The lines before the samples. */
  readonly head: string;
  /** By name and labels. */
  readonly samples: Map<string, number>;
}

const SHARED: ReadonlySet<string> = new Set(
  Object.entries<Description>(METRICS).flatMap(([name, { isShared }]) => (isShared ? [name] : [])),
);

/** The queue that is in the database, so that all processes share it. */
const SHARED_SAMPLE = 'triptych_queue_length{queue="webhooks"}';

/**
 * Combines the metrics of several processes into those of one server: adds up counters, histograms and the gauges of
 * each process; of what all processes share, such as the size of a file, takes the largest value.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) for (const [name, family] of parse(text)) add(families, name, family);
  return render(families.values());
}

/** The metrics that outlive their process: without the gauges. */
export function withoutGauges(text: string): string {
  return render([...parse(text).values()].filter(({ type }) => type !== "gauge"));
}

function add(families: Map<string, Family>, name: string, { type, head, samples }: Family): void {
  const family = families.get(name) ?? { type, head, samples: new Map() };
  families.set(name, family);
  for (const [sample, value] of samples) {
    const known = family.samples.get(sample);
    const isShared = SHARED.has(name) || sample === SHARED_SAMPLE;
    if (known === undefined) family.samples.set(sample, value);
    else family.samples.set(sample, isShared ? Math.max(known, value) : known + value);
  }
}

/** Parses what `Registry` renders. */
function parse(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  let help = "";
  let samples = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line.startsWith("# HELP ")) help = `${line}\n`;
    else if (line.startsWith("# TYPE ")) {
      const [, , name = "", type = ""] = line.split(" ");
      samples = new Map();
      families.set(name, { type: typeOf(type), head: `${help}${line}\n`, samples });
    } else if (line !== "") {
      const end = line.lastIndexOf(" ");
      samples.set(line.slice(0, end), Number(line.slice(end + 1)));
    }
  }
  return families;
}

function typeOf(text: string): Description["type"] {
  return text === "counter" || text === "histogram" ? text : "gauge";
}

function render(families: Iterable<Family>): string {
  let text = "";
  for (const { head, samples } of families) {
    text += head;
    for (const [sample, value] of samples) text += `${sample} ${value}\n`;
  }
  return text;
}
