import type { PageClient } from "../../harness/page-client.ts";

/** A field of a form with the value that a browser shows. */
export interface PageField {
  readonly name: string;
  /** The type of an `<input>`; `textarea` or `select`. */
  readonly type: string;
  /** Undefined for a checkbox that is not checked, which is not sent. */
  readonly value: string | undefined;
  /** The values of the options of a `<select>`. */
  readonly options: readonly string[];
}

/** A button with where it sends its form. */
export interface PageButton {
  readonly name: string | undefined;
  readonly value: string;
  readonly action: string;
  readonly method: string;
  readonly enctype: string;
}

/** A form of a page, with what belongs to it anywhere on the page (HTML, "form owner"). */
export interface PageForm {
  readonly id: string | undefined;
  readonly method: string;
  readonly action: string;
  readonly enctype: string;
  readonly fields: readonly PageField[];
  readonly buttons: readonly PageButton[];
}

const TEXT_TYPES = new Set(["text", "email", "search", "url", "number", "date", "datetime-local", "textarea"]);

/** Whether people type in a field. */
export function isText({ type }: PageField): boolean {
  return TEXT_TYPES.has(type);
}

const TAGS =
  /<form[^>]*>|<\/form>|<input[^>]*>|<textarea[^>]*>\n?(?<text>[^<]*)<\/textarea>|<select[^>]*>(?<options>.*?)<\/select>|<button[^>]*>/gs;

/** The forms of a page, as a browser without scripts has them. */
export function pageFormsIn(page: string): readonly PageForm[] {
  const forms: (PageForm & { fields: PageField[]; buttons: PageButton[] })[] = [];
  const controls: { readonly owner: string | undefined; readonly inside: number; readonly tag: RegExpMatchArray }[] =
    [];
  let inside = -1;
  for (const tag of page.matchAll(TAGS)) {
    const [text] = tag;
    if (text === "</form>") inside = -1;
    else if (text.startsWith("<form")) {
      const [method = "get", action = ""] = [attributeOf(text, "method"), attributeOf(text, "action")];
      const enctype = attributeOf(text, "enctype") ?? "application/x-www-form-urlencoded";
      inside = forms.push({ id: attributeOf(text, "id"), method, action, enctype, fields: [], buttons: [] }) - 1;
    } else controls.push({ owner: attributeOf(text, "form"), inside, tag });
  }
  for (const { owner, inside: position, tag } of controls) {
    const form = owner === undefined ? forms[position] : forms.find(({ id }) => id === owner);
    if (form === undefined) continue;
    const [text] = tag;
    if (text.startsWith("<button")) form.buttons.push(...buttonIn(text, form));
    else form.fields.push(...fieldIn(tag));
  }
  return forms;
}

/** The fields that a browser sends when a button is pressed. `typed` replaces values. Fields with a file get `file`. */
export function bodyOf(
  { fields }: PageForm,
  { name, value, enctype }: PageButton,
  typed: Readonly<Record<string, string>>,
  file = new File([], ""),
): URLSearchParams | FormData {
  const body = enctype === "multipart/form-data" ? new FormData() : new URLSearchParams();
  for (const field of fields) {
    if (field.type !== "file") {
      const text = typed[field.name] ?? field.value;
      if (text !== undefined) body.append(field.name, text);
    } else if (body instanceof FormData) body.append(field.name, file);
    else body.append(field.name, "");
  }
  if (name !== undefined) body.append(name, value);
  return body;
}

const IDS = [
  [/\/(items|collections|webhooks|users|api-keys|products|import|searches)\/(?!new)[\w-]*\d[\w-]*/g, "/$1/:id"],
  [/^\/join\/.*/, "/join/:id"],
  [/^\/public\/\d+\/[^?]*/, "/public/:id"],
  [/^\/bookmarks\/-?\d+(?=\/|$)/, "/bookmarks/:id"],
  [/\?.*/, ""],
] as const;

/** A path with `:id` instead of ids, and without a query. */
export function withoutIds(path: string): string {
  return IDS.reduce((name, [pattern, text]) => name.replace(pattern, text), path);
}

function buttonIn(tag: string, form: PageForm): PageButton[] {
  if (attributeOf(tag, "type") === "button" || / disabled[ >]/.test(tag)) return [];
  return [
    {
      name: attributeOf(tag, "name"),
      value: attributeOf(tag, "value") ?? "",
      action: attributeOf(tag, "formaction") ?? form.action,
      method: attributeOf(tag, "formmethod") ?? form.method,
      enctype: attributeOf(tag, "formenctype") ?? form.enctype,
    },
  ];
}

function fieldIn({ 0: text, groups }: RegExpMatchArray): PageField[] {
  const name = attributeOf(text, "name");
  if (name === undefined) return [];
  if (text.startsWith("<textarea")) {
    return [{ name, type: "textarea", value: decoded(groups?.text ?? "").replaceAll("\n", "\r\n"), options: [] }];
  }
  if (text.startsWith("<select")) {
    const tags = [...(groups?.options ?? "").matchAll(/<option[^>]*>/g)].map(([tag]) => tag);
    const selected = tags.find((tag) => / selected/.test(tag)) ?? tags[0] ?? "";
    const options = tags.map((tag) => attributeOf(tag, "value") ?? "");
    return [{ name, type: "select", value: attributeOf(selected, "value"), options }];
  }
  // Without scripts, nobody sees it.
  const type = / data-scripted/.test(text) ? "hidden" : (attributeOf(text, "type") ?? "text");
  const isSent = !["checkbox", "radio"].includes(type) || / checked/.test(text);
  return [{ name, type, value: isSent ? (attributeOf(text, "value") ?? "") : undefined, options: [] }];
}

function attributeOf(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : decoded(value);
}

function decoded(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
}

/** Uploads a file with a link, and returns the path of the page that asks where to put it. */
export async function importPreview(client: PageClient): Promise<string> {
  const form = pageFormsIn((await client.get("/bookmarks/import")).text).find(({ enctype }) =>
    enctype.includes("/form"),
  );
  const [button] = form?.buttons ?? [];
  if (form === undefined || button === undefined) throw new Error("The page has no form.");
  const file = new File(["https://example.com/imported\n"], "links.txt");
  return (await client.send("/bookmarks/import", bodyOf(form, button, {}, file))).location ?? "";
}
