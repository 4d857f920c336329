/** A piece of a page, in which every text from elsewhere is escaped. */
export interface Html {
  readonly markup: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template of HTML: texts are escaped, pieces are taken over as they are. Attributes must stand in quotes. */
export function html(template: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return { markup: String.raw({ raw: template }, ...values.map(toMarkup)) };
}

/** Markup or a style sheet that was written here, and needs no escaping. */
export function trusted(markup: string): Html {
  return { markup };
}

function toMarkup(value: string | Html | readonly Html[]): string {
  if (typeof value === "string") return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
  return "markup" in value ? value.markup : value.map(toMarkup).join("");
}
