import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import { Failure, type Problem } from "#contract/failure";
import { checkerOf } from "#contract/request/validation";
import { MEMBER } from "../../../library/access.ts";
import type { Choice } from "../../../library/collections/choices.ts";
import * as existingLinks from "../../../library/items/existing-links.ts";
import * as items from "../../../library/items/items.ts";
import { completeLink, titleOfLink } from "../../../library/items/link.ts";
import { parseLink } from "../../../library/items/parsed-link.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { select } from "../../design/field.ts";
import { errorSummary, type Values, valuesIn } from "../../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../../design/page-form.ts";
import { BOOKMARKS, NEW_ITEM, NEW_LINKS } from "../../design/paths.ts";
import { textArea } from "../../design/text-area.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../../forms/drafts.ts";
import { failureOf, submitForm } from "../../forms/form-submission.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { nameField, readChoices, resolveName, typedName } from "../choices.ts";
import { placeOptions } from "../collection-options.ts";
import type { Dependencies } from "../dependencies.ts";
import { EDIT_HEAD } from "../head.ts";
import { cut } from "../item-parts.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { toPlaceId } from "./item-fields.ts";
import { listAfter } from "./list-after.ts";

/** Links that one form adds: as many as the API does. */
const MAX_LINKS = 100;

/** Serves the form that adds a bookmark for each of several links, which lists send too when links are dropped on them. */
export function serveNewLinks(scope: FastifyInstance, { context, collections }: Dependencies): void {
  const { database, clock, config } = context;
  const path = NEW_LINKS.slice(BOOKMARKS.length);
  const checkNew = checkerOf(collections, "ItemInput");

  scope.get(path, async (request, reply) => {
    const { values, errors } = shownForm(request, valuesIn(request.query));
    const choice: Choice = { level: MEMBER, selected: values.collection };
    const { id } = getSignedInUser(request);
    const choices = await readChoices(context, id, choice, typedName(values, "collection"));
    return sendBookmarkPage(request, reply, ({ texts }) => {
      const { edit } = texts;
      const form = { texts, labels: edit.adding.fields, constraints: { links: { required: true } }, values, errors };
      const places = placeOptions(choices, texts, { selected: values.collection ?? "", isOwn: true });
      return {
        title: edit.adding.several,
        head: EDIT_HEAD,
        form: POST_FORM,
        content: html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${NEW_LINKS}">
!${errorSummary(form)}
!${csrfField(request, reply)}
!${textArea(form, { name: "links", rows: 8, hint: edit.adding.linksHint(MAX_LINKS) })}
!${select(form, "collection", places)}
!${nameField(texts, "collection", choices)}
!${actions(button(edit.adding.addLinks), buttonLink(BOOKMARKS, texts.form.cancel, "secondary"))}
</form>`,
      };
    });
  });

  scope.post(path, KEEPS_DRAFTS, async (request, reply) => {
    const { id: accountId } = getSignedInUser(request);
    return submitForm(request, reply, async (sent) => {
      const values = await resolveName(context, accountId, { level: MEMBER }, sent, "collection");
      const placeId = toPlaceId(values.collection);
      const links = await linksIn(values, (link) => checkNew({ link }));
      const known = new Set((await existingLinks.find(database, accountId, links)).map(({ link }) => link));
      const fresh = links.filter((link) => !known.has(link));
      const [only] = links;
      // The form for one bookmark says where the link is saved, and can save it again.
      if (fresh.length === 0 && only !== undefined && links.length === 1)
        return `${NEW_ITEM}?${new URLSearchParams({ link: only, collection: String(placeId) })}`;
      const inputs = fresh.map((link) => ({
        ...EMPTY,
        link,
        title: titleOfLink(link),
        type: parseLink(link).type,
      }));
      const quota = { maxBytes: config.accountQuota };
      const added =
        inputs.length === 0 ? undefined : await items.add(database, clock, accountId, placeId, inputs, quota);
      const notice = fresh.length === 0 ? "edit-links-known" : known.size > 0 ? "edit-links-some" : "edit-links-added";
      return { path: listAfter(values, placeId), notice, step: added?.step };
    });
  });
}

const EMPTY = { excerpt: "", note: "", tags: [], important: false, cover: "", media: [], broken: false };

/**
 * The links in a field, each once: one a line, with comments as in the format `text/uri-list` (RFC 2483). Throws
 * `unprocessable` for none, too many, and a line that `check` throws for.
 */
async function linksIn({ links = "" }: Values, check: (link: string) => void): Promise<readonly string[]> {
  const lines = links.split(/[\r\n]+/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length === 0) throw wrongLinks({ message: "is required", reason: "required" });
  if (lines.length > MAX_LINKS) {
    const message = `must be at most ${MAX_LINKS}`;
    throw wrongLinks({ message, reason: "too-many-lines", values: { limit: MAX_LINKS } });
  }
  const found = new Set<string>();
  for (const line of lines) {
    const link = completeLink(line);
    if ((await failureOf(() => check(link))) !== undefined) {
      const text = cut(line.trim(), 100);
      throw wrongLinks({
        message: `must be valid. This is none: ${text}`,
        reason: "line-without-link",
        values: { text },
      });
    }
    found.add(link);
  }
  return [...found];
}

function wrongLinks(problem: Problem): Failure {
  return new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/links", ...problem }],
  });
}
