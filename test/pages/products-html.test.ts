import t from "tap";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import { openApp } from "../support/app.ts";
import { createPerson } from "../support/people.ts";
import { hasReviewedContent, hasReviewedHtml } from "../support/reviewed-html.ts";

t.test("the HTML of the pages of products", async (t) => {
  const app = await openApp(t);
  const stranger = openPageClient(app.base);
  hasReviewedHtml(t, "products-empty", (await stranger.get("/products")).text);
  const ann = await signIn(app.base, await createPerson(app, "Ann"));
  hasReviewedContent(t, "product-new", (await ann.get("/products/new")).text);
  hasReviewedContent(t, "product-new-invalid", (await ann.post("/products/new", { name: "", price: "free" })).text);
  const product = { name: "Desk lamp", description: "Brass, 40 cm", price: "49.5", inStock: "1" };
  const { location } = await ann.post("/products/new", product);
  const id = /[0-9a-f]{24}/.exec(location ?? "")?.[0] ?? "";
  const withoutId = ({ text }: { text: string }) => text.replaceAll(id, "…");
  hasReviewedContent(t, "product", withoutId(await ann.get(location ?? "")));
  hasReviewedContent(t, "products", withoutId(await ann.get("/products")));
  hasReviewedContent(t, "products-none", withoutId(await stranger.get("/products?q=chair&stock=1")));
  hasReviewedContent(t, "product-edit", withoutId(await ann.get(`/products/${id}/edit`)));
  hasReviewedContent(t, "product-delete", withoutId(await ann.get(`/products/${id}/delete`)));
});
