import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import { actions, button, buttonLink } from "./button.ts";
import { card } from "./card.ts";
import { copyable } from "./copyable.ts";
import type { Page } from "./document.ts";
import { emptyState } from "./empty-state.ts";
import { checkbox, input, select } from "./field.ts";
import { errorSummary, type FormState, NO_ERRORS } from "./form-state.ts";
import { alert, notice } from "./notice.ts";
import { pagination } from "./pagination.ts";
import { servePage } from "./rendering.ts";
import { PAGE_POLICY, preparePageScope } from "./security.ts";
import { table } from "./table.ts";
import { time } from "./time.ts";
import { userText } from "./user-text.ts";
import type { View } from "./view.ts";

/** Rows with texts that are hard to show: long words, right-to-left text, and HTML. */
const ROWS = [
  { name: "Ada Lovelace", note: "A short note.", changed: Date.UTC(2026, 0, 1, 12) },
  {
    name: "عدا لوفلايس (admin)!",
    note: "نص من اليمين إلى اليسار, with English.",
    changed: Date.UTC(2026, 1, 2, 8, 30),
  },
  { name: "x".repeat(80), note: '<script>alert("note")</script>', changed: Date.UTC(2025, 11, 31, 23, 59) },
] as const;

/** Serves two pages that show all components of the design: `/__test__/design` and `/__test__/design/errors`. */
export function registerDesignPages(app: FastifyInstance): void {
  app.register(async (scope) => {
    preparePageScope(scope);
    servePage(scope, { path: "/__test__/design", policy: PAGE_POLICY, page: samplePage });
    servePage(scope, { path: "/__test__/design/errors", policy: PAGE_POLICY, page: invalidFormPage });
  });
}

/** All components of the design on one page, for review. The test mode serves it at /__test__/design. */
function samplePage({ texts }: View): Page {
  return {
    title: "Design",
    language: "en",
    lead: "Every component of the pages, with texts that are hard to show.",
    actions: buttonLink("#buttons", "Main action"),
    content: html`!${notice("A notice confirms that an action succeeded.")}
!${card({ id: "buttons", title: "Buttons" }, actions(button("Primary"), button("Secondary", "secondary"), button("Danger", "danger")))}
!${card({ id: "form", title: "A form without errors" }, sampleForm(emptyForm(texts)))}
!${card({ id: "table", title: "A table" }, sampleTable())}
!${card({ id: "empty", title: "An empty list" }, emptyState({ title: "Nothing here yet", text: "Why that matters.", action: buttonLink("#form", "The next step", "secondary") }))}
!${card({ id: "copy", title: "A text to copy" }, copyable(texts, "command", "curl http://localhost:3000/api/products", html`${texts.copy}`))}
!${card({ id: "alert", title: "An alert" }, alert(html`Something failed, and no field is to blame.`))}`,
  };
}

/** A page whose form has errors in all its fields, and one for the whole form. */
function invalidFormPage({ texts }: View): Page {
  const form = {
    ...emptyForm(texts),
    values: { name: ROWS[2].note, email: "nobody", password: "never shown", color: "blue", active: "1" },
    errors: {
      fields: {
        name: { message: "must not be blank or hold a NUL character" },
        email: { message: "must be an e-mail address" },
        password: { message: "must have at least 8 characters" },
        color: { message: "must be one of the choices" },
      },
    },
  };
  return {
    title: "Design: errors",
    language: "en",
    content: card({ id: "form", title: "A form with errors" }, sampleForm(form)),
  };
}

function emptyForm(texts: View["texts"]): FormState {
  return {
    texts,
    labels: { name: "Name", email: "E-mail address", password: "Password", color: "Colour", active: "Active" },
    constraints: {
      name: { required: true, maxLength: 255 },
      email: { required: true, type: "email" },
      password: { required: true, type: "password", minLength: 8 },
    },
    values: { name: ROWS[1].name },
    errors: NO_ERRORS,
  };
}

function sampleForm(form: FormState): string {
  return html`<form method="get" action="/__test__/design">
!${errorSummary(form)}
<div class="row">
!${input(form, { name: "name", hint: "A hint says what the field is for" })}
!${input(form, { name: "email", autocomplete: "email" })}
</div>
<div class="row">
!${input(form, { name: "password", autocomplete: "new-password" })}
!${select(form, "color", [
    ["red", "Red"],
    ["blue", "Blue"],
  ])}
</div>
!${checkbox(form, "active")}
!${actions(button("Save"), buttonLink("/__test__/design", "Cancel", "secondary"))}
</form>`;
}

function sampleTable(): string {
  const rows = table<(typeof ROWS)[number]>(
    [
      { label: "Name", width: 3, kind: "text", cell: ({ name }) => userText(name) },
      { label: "Note", width: 5, kind: "text", cell: ({ note }) => userText(note) },
      { label: "Changed", width: 2, cell: ({ changed }) => time(changed) },
      { label: "Action", width: 2, kind: "action", cell: () => buttonLink("#table", "Edit", "secondary") },
    ],
    ROWS,
  );
  return html`!${rows}!${pagination("Next page", "#table")}`;
}
