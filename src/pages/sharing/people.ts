import { html } from "ghtml";
import type { Participant } from "../../library/sharing/participants.ts";
import { emptyState } from "../design/empty-state.ts";
import { PAGE_FORM, sendsPageFormTo } from "../design/page-form.ts";
import { pagination } from "../design/pagination.ts";
import { sharingOf } from "../design/paths.ts";
import { type Column, table } from "../design/table.ts";
import { time } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import type { Texts } from "../texts/en.ts";

/** People on a page of the list. */
export const PAGE_SIZE = 50;

/** Nested collections that are named for a person. */
const MAX_NESTED = 10;

/** What the list of people shows. */
export interface People {
  /** All people, the owner first. */
  readonly all: readonly Participant[];
  /** The position of the first one on this page. */
  readonly start: number;
  readonly viewerId: number;
  /** Whether the reader may change roles and remove people. */
  readonly mayManage: boolean;
  /** The path of the page. */
  readonly path: string;
}

/** The table of the people who may use a collection, as markup. */
export function peopleTable(texts: Texts, people: People): string {
  const { all, start, mayManage, path } = people;
  const { collaborators } = texts.sharing;
  const end = start + PAGE_SIZE;
  const next = end < all.length ? `${path}?start=${end}` : undefined;
  const title = mayManage ? collaborators.nobody : collaborators.nobodyElse;
  return html`!${table(columnsOf(texts, people), all.slice(start, end))}
!${pagination(collaborators.nextPage, next)}
!${all.length > 1 ? "" : emptyState({ title, text: mayManage ? collaborators.nobodyText : "" })}`;
}

function columnsOf({ sharing }: Texts, { viewerId, mayManage, path }: People): readonly Column<Participant>[] {
  const { collaborators: texts, roles } = sharing;
  const name: Column<Participant> = {
    label: texts.name,
    width: mayManage ? 3 : 5,
    kind: "text",
    cell: (person) =>
      html`!${userText(person.name)}!${person.id === viewerId ? html` <span class="hint">(${texts.you})</span>` : ""}!${
        person.email === "" ? "" : html`<p class="hint">!${userText(person.email)}</p>`
      }!${nestedOf(sharing, person)}`,
  };
  const joined: Column<Participant> = {
    label: texts.joined,
    width: mayManage ? 2 : 4,
    cell: ({ joined_at }) => (joined_at === null ? "" : time(joined_at)),
  };
  if (!mayManage) return [name, { label: texts.role, width: 3, cell: ({ role }) => html`${roles[role]}` }, joined];
  return [
    name,
    {
      label: texts.role,
      width: 4,
      cell: (person) => (person.role === "owner" ? html`${roles.owner}` : roleFields(sharing, person, path)),
    },
    joined,
    {
      label: texts.action,
      width: 3,
      kind: "action",
      cell: ({ id, name: of, role }) =>
        role === "owner" || id === viewerId
          ? ""
          : html`<button class="secondary small"!${sendsPageFormTo(`${path}/people`)} name="remove" value="${id}">${texts.remove}<span class="visually-hidden"> ${of}</span></button>`,
    },
  ];
}

/** The nested collections that a person has joined, with the role in each. */
function nestedOf({ collaborators: texts, roles, untitled }: Texts["sharing"], person: Participant): string {
  const { nested, joined_at } = person;
  if (nested.length === 0) return "";
  const links = nested
    .slice(0, MAX_NESTED)
    .map(
      ({ id, title, role }) => html`<a href="${sharingOf(id)}">!${userText(title || untitled)}</a> (${roles[role]})`,
    );
  const rest = nested.length > MAX_NESTED ? html` ${texts.more(nested.length - MAX_NESTED)}` : "";
  return html`<p class="hint">${joined_at === null ? texts.onlyIn : texts.alsoIn} !${links.join(", ")}!${rest}</p>`;
}

function roleFields(sharing: Texts["sharing"], { id, name, role }: Participant, path: string): string {
  const { collaborators: texts, roles } = sharing;
  const options = (["viewer", "member"] as const).map(
    (value) => html`<option value="${value}"!${value === role ? " selected" : ""}>${roles[value]}</option>`,
  );
  return html`<div class="role"><select name="role-${id}" form="${PAGE_FORM}" aria-label="${texts.roleOf(name)}">!${options}</select> <button class="secondary small"!${sendsPageFormTo(`${path}/people`)} name="person" value="${id}">${texts.save}<span class="visually-hidden"> ${name}</span></button></div>`;
}
