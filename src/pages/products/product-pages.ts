import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { ProductRow, VersionedProduct } from "../../products/products.ts";
import { assetPath } from "../design/assets.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import { errorSummary } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../design/page-form.ts";
import { PRODUCTS } from "../design/paths.ts";
import { trail } from "../design/trail.ts";
import { userText } from "../design/user-text.ts";
import { csrfField } from "../forms/csrf.ts";
import { sendPage } from "../forms/layout.ts";
import type { Texts } from "../texts/en.ts";
import { fields, type ProductForm, toFormState } from "./form.ts";
import { stockOf } from "./list-page.ts";
import { priceIn } from "./price.ts";

/** Sends the page of a product. */
export function detailPage(
  request: FastifyRequest,
  reply: FastifyReply,
  product: ProductRow,
  mayWrite: boolean,
): FastifyReply {
  const { id, name, description, price } = product;
  return sendPage(request, reply, ({ language, texts: { products } }) => ({
    title: name,
    isUserText: true,
    navigation: trailTo(products),
    actions: mayWrite ? buttonLink(`${PRODUCTS}/${id}/edit`, products.edit) : "",
    head: html`<link rel="stylesheet" href="${assetPath("products.css")}">`,
    content: html`<div class="card">
<dl class="product">
<div><dt>${products.price}</dt><dd>${priceIn(language, price)}</dd></div>
<div><dt>${products.availability}</dt><dd>${stockOf(products, product)}</dd></div>
<div><dt>${products.id}</dt><dd><code>${id}</code></dd></div>
</dl>
!${description === "" ? "" : html`<p class="product-description" dir="auto">${description}</p>`}
</div>`,
  }));
}

/** The way to the page of a product. */
export function trailTo({ title }: Texts["products"]): string {
  return trail(html`<a href="${PRODUCTS}">${title}</a>`);
}

/** Sends the form of a new product. */
export function createPage(request: FastifyRequest, reply: FastifyReply, productForm: ProductForm): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { products } = texts;
    const form = toFormState(texts, productForm);
    return {
      title: products.create,
      navigation: trailTo(products),
      form: POST_FORM,
      content: html`<form class="card" id="${PAGE_FORM}" method="post" action="${PRODUCTS}/new">
!${errorSummary(form)}
!${csrfField(request, reply)}
!${fields(form, products)}
!${actions(button(products.create), buttonLink(PRODUCTS, texts.form.cancel, "secondary"))}
</form>`,
    };
  });
}

/** Sends the form of a stored product. It has the version that the visitor saw. */
export function editPage(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  productForm: ProductForm,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { products } = texts;
    const form = toFormState(texts, productForm);
    return {
      title: products.edit,
      navigation: trailTo(products),
      form: POST_FORM,
      content: html`<form class="card" id="${PAGE_FORM}" method="post" action="${PRODUCTS}/${id}/edit">
!${errorSummary(form)}
!${csrfField(request, reply)}
<input type="hidden" name="version" value="${productForm.values.version ?? ""}">
!${fields(form, products)}
!${actions(button(products.save), buttonLink(`${PRODUCTS}/${id}`, texts.form.cancel, "secondary"), buttonLink(`${PRODUCTS}/${id}/delete`, products.remove, "danger"))}
</form>`,
    };
  });
}

/** Asks for confirmation before a product is deleted. */
export function deletePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { product: { id, name }, version }: VersionedProduct,
  productForm: ProductForm,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => ({
    title: texts.products.remove,
    navigation: trailTo(texts.products),
    content: html`<form class="card narrow" method="post" action="${PRODUCTS}/${id}/delete">
!${errorSummary(toFormState(texts, productForm))}
<p><strong>!${userText(name)}</strong></p>
<p>${texts.products.removeWarning}</p>
!${csrfField(request, reply)}
<input type="hidden" name="version" value="${version}">
!${actions(button(texts.products.remove, "danger"), buttonLink(`${PRODUCTS}/${id}`, texts.form.cancel, "secondary"))}
</form>`,
  }));
}
