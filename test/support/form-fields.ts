/** The fields of the form of a page that is sent to a path, with the values that a browser would send. */
export function fieldsIn(page: string, action: string): Record<string, string> {
  const start = page.indexOf(`action="${action}"`);
  const form = page.slice(start, page.indexOf("</form>", start));
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const name = attribute("name");
    if (name === undefined || attribute("type") === "file") continue;
    const isChoice = ["checkbox", "radio"].includes(attribute("type") ?? "");
    if (!isChoice || tag.includes(" checked")) fields[name] = decoded(attribute("value") ?? "");
  }
  for (const [, name = "", text = ""] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/gs))
    fields[name] = decoded(text).replaceAll("\n", "\r\n");
  for (const [, name = "", options = ""] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    const selected = /value="([^"]*)" selected/.exec(options) ?? /value="([^"]*)"/.exec(options);
    fields[name] = decoded(selected?.[1] ?? "");
  }
  return fields;
}

function decoded(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
}
