import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../context/context.ts";
import * as products from "../../products/products.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { errorSummary, type FormState } from "../design/form-state.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../forms/drafts.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { addressOf, deletionOf, listQueryOf, selectedIn } from "./list-query.ts";
import { trailTo } from "./product-pages.ts";

/** Serves the page that deletes the selected products of a list. */
export function serveRemoval(scope: FastifyInstance, { database }: Context): void {
  scope.get("/delete", async (request, reply) => {
    const chosen = await products.namesOf(database, selectedIn(request.query));
    if (chosen.length === 0) return backToList(request, reply, 0);
    return confirmationPage(request, reply, chosen);
  });

  scope.post("/delete", KEEPS_DRAFTS, async (request, reply) =>
    backToList(request, reply, await products.removeAll(database, selectedIn(request.query))),
  );
}

function backToList(request: FastifyRequest, reply: FastifyReply, count: number): FastifyReply {
  const path = addressOf(listQueryOf(request.query));
  return redirect(reply, { path, notice: count === 0 ? "products-none-selected" : "products-deleted", count });
}

function confirmationPage(
  request: FastifyRequest,
  reply: FastifyReply,
  chosen: readonly products.NamedProduct[],
): FastifyReply {
  const list = listQueryOf(request.query);
  const address = deletionOf(
    chosen.map(({ id }) => id),
    list,
  );
  return sendPage(request, reply, ({ texts }) => {
    const title = texts.products.removeMany(chosen.length);
    const form: FormState = { texts, labels: {}, constraints: {}, ...shownForm(request, {}) };
    return {
      title,
      navigation: trailTo(texts.products),
      content: html`<form class="card narrow" method="post" action="${address}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<ul>!${chosen.map(({ name }) => html`<li>!${userText(name)}</li>`)}</ul>
<p>${texts.products.removeWarning}</p>
!${actions(button(title, "danger"), buttonLink(addressOf(list), texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}
