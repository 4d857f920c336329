import { html } from "ghtml";

// Without scripts, a browser sends only one form of a page, and what was typed in others is lost. So all text fields of
// a page belong to one form, and so do the buttons that return to the page: the server keeps what a button does not use.

/** The id of the form of a page. Fields and buttons outside of it belong to it by their attribute `form`. */
export const PAGE_FORM = "page-form";

/** What the components of a page need to know about its form. */
export interface PageForm {
  /** A search changes its list, so its fields are in the address of the page. */
  readonly method: "get" | "post";
  /** `PAGE_FORM` by default. */
  readonly id?: string;
  /** The attributes of the button that Enter presses, as markup; by default, the form is sent to its own path. */
  readonly enter?: string;
}

export const SEARCH_FORM: PageForm = { method: "get" };
export const POST_FORM: PageForm = { method: "post" };

/**
 * The attributes of a button that sends the form of the page to another path, without the browser's checks of fields.
 */
export function sendsPageFormTo(action: string, { id = PAGE_FORM }: Partial<PageForm> = {}): string {
  return html` form="${id}" formaction="${action}" formnovalidate`;
}

/**
 * The button that Enter in a field presses, as markup. It comes before all others that belong to the form, because
 * browsers press the first one (HTML, "implicit submission"). It is not visible, and not in the tab order.
 */
export function enterButton({ method, enter = "" }: PageForm): string {
  if (method === "get") return "";
  return html`<button class="visually-hidden" form="${PAGE_FORM}"!${enter} tabindex="-1" aria-hidden="true"></button>
`;
}
