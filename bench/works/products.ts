import { numbers, VALUE, type Work } from "./work.ts";

const PAGE = "/api/products?limit=100";

const one: Work["request"] = ({ productIds }) => ({
  method: "GET",
  path: `/api/products/${VALUE}`,
  headers: {},
  values: productIds,
  status: 200,
});

const post: Work["request"] = (_data, { headersOf }) => ({
  method: "POST",
  path: "/api/products",
  headers: headersOf("few"),
  body: JSON.stringify({
    name: `Desk lamp ${VALUE}`,
    description: "Brass, 40 cm. Comes with a cord of two metres, and a switch that can be felt in the dark.",
    price: 49.5,
    inStock: true,
  }),
  values: numbers(),
  status: 201,
});

export const PRODUCT_WORKS: readonly Work[] = [
  {
    name: "product",
    title: ({ productIds }) => `GET one of ${productIds.length.toLocaleString("en")} products`,
    request: one,
    settling: 500_000,
    targets: { limit: 0.75, express: 4 },
  },
  {
    name: "product-changing",
    title: ({ productIds }) => `GET one of ${productIds.length.toLocaleString("en")}, 10 writes a second`,
    request: one,
    meanwhile: { request: post, rate: 10 },
  },
  {
    name: "page",
    title: () => "GET the first 100 products",
    request: () => ({ method: "GET", path: PAGE, headers: {}, status: 200 }),
    targets: { limit: 1, express: 4 },
  },
  {
    name: "pages",
    title: () => "GET 100 products, anywhere",
    request: ({ productIds }) => ({
      method: "GET",
      path: `${PAGE}&after=${VALUE}`,
      headers: {},
      values: productIds.slice(0, -100),
      status: 200,
    }),
  },
  {
    name: "if-none-match",
    title: () => "GET the first 100 with If-None-Match",
    request: () => ({ method: "GET", path: PAGE, headers: {}, status: 200 }),
    isConditional: true,
    targets: { limit: 1.5, express: 4 },
  },
  {
    name: "post-product",
    title: () => "POST a product, durable",
    request: post,
    fresh: ["id"],
    targets: { limit: 0.8, express: 4 },
  },
];
