import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import { checkerOf } from "#contract/request/validation";
import type { FacetCount } from "../../../library/items/facets.ts";
import * as tags from "../../../library/items/tags.ts";
import { EVERYTHING } from "../../../library/placement.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { input } from "../../design/field.ts";
import { errorSummary, type FormState, valuesIn } from "../../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../../design/page-form.ts";
import { TAGS } from "../../design/paths.ts";
import { userText } from "../../design/user-text.ts";
import type { View } from "../../design/view.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS, keepsDrafts, shownForm } from "../../forms/drafts.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import type { Dependencies } from "../dependencies.ts";
import { EDIT_HEAD } from "../head.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { sendTagList } from "./tag-list.ts";
import { changeAddress, choiceOf, chosenIn } from "./tag-names.ts";

const CONSTRAINTS = { replace: { required: true, maxLength: 100 } } as const;

/** Serves the page of all tags, and the form that renames, merges or deletes some of them. */
export function serveTags(scope: FastifyInstance, { context, collections }: Dependencies): void {
  const { database, clock, config } = context;
  const check = checkerOf(collections, "TagReplacement");
  const userId = (request: FastifyRequest) => getSignedInUser(request).id;
  const listOwn = (request: FastifyRequest) => tags.list(database, userId(request), EVERYTHING);

  scope.get("/tags", async (request, reply) => sendTagList(request, reply, await listOwn(request)));

  scope.get("/tags/change", async (request, reply) => {
    const names = new Set(chosenIn(request.query));
    const chosen = (await listOwn(request)).filter(({ name }) => names.has(name));
    if (chosen.length === 0) return redirect(reply, { path: TAGS, notice: "tags-none-selected" });
    return changePage(request, reply, chosen);
  });

  scope.post("/tags/change", KEEPS_DRAFTS, async (request, reply) => {
    const names = chosenIn(request.query);
    const { replace = "" } = valuesIn(request.body);
    if (names.length === 0) throw noTags();
    check({ tags: ["x"], replace });
    const replacement = { tags: names, by: replace.trim() };
    const options = { maxBytes: config.accountQuota };
    const step = await tags.replace(database, clock, userId(request), EVERYTHING, replacement, options);
    return redirect(reply, { path: TAGS, notice: step === undefined ? "unchanged" : "tags-changed", step });
  });

  scope.post("/tags/change/delete", keepsDrafts("/delete"), async (request, reply) => {
    const step = await tags.remove(database, clock, userId(request), EVERYTHING, chosenIn(request.query));
    return redirect(reply, { path: TAGS, notice: step === undefined ? "unchanged" : "tags-deleted", step });
  });
}

function noTags(): Failure {
  return new Failure("notFound", "This page does not exist.", { reason: "page-not-found" });
}

/** The form that changes tags. `chosen`: at least one, the most used first. */
function changePage(request: FastifyRequest, reply: FastifyReply, chosen: readonly FacetCount[]): FastifyReply {
  const names = chosen.map(({ name }) => name);
  const [first = ""] = names;
  return sendBookmarkPage(request, reply, ({ texts }: View) => {
    const { tags: own } = texts.finding;
    const form: FormState = {
      texts,
      labels: { replace: own.newName },
      constraints: CONSTRAINTS,
      ...shownForm(request, { replace: first }),
    };
    return {
      title: own.changeTitle(names.length),
      head: EDIT_HEAD,
      form: POST_FORM,
      content: html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${changeAddress(names)}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<ul>!${chosen.map(({ name, count }) => html`<li>!${userText(name)}, ${texts.bookmarks.count(count)}</li>`)}</ul>
!${input(form, { name: "replace", hint: own.newNameHint(names.length) })}
!${actions(
        button(names.length === 1 ? own.rename : own.merge),
        buttonLink(TAGS, texts.form.cancel, "secondary"),
        html`<button class="danger" formaction="${TAGS}/change/delete${choiceOf(names)}" formnovalidate>${own.delete}</button>`,
      )}
</form>`,
    };
  });
}
