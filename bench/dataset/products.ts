import type Sqlite from "better-sqlite3";
import { productIds } from "../../src/products/product-id.ts";
import { type Chance, chanceFrom, oneOf } from "./chance.ts";

const MATERIALS = ["Brass", "Oak", "Linen", "Steel", "Wool", "Glass", "Cork", "Leather", "Bamboo", "Enamel", "Felt"];
const THINGS = [
  "desk lamp",
  "bookshelf",
  "kettle",
  "blanket",
  "café table",
  "notebook",
  "toolbox",
  "vase",
  "crêpe pan",
];

const SENTENCES = [
  "Made by hand in a small workshop, and repaired there too.",
  "Comes in three sizes.",
  "Keeps its shape after years of use.",
  "Easy to clean with warm water and a soft cloth.",
  "Works from −10 °C to 40 °C.",
  "Fits the rest of the series – shelves, boxes and trays.",
  'The "classic" model, with a longer cord and a switch that can be felt in the dark.',
  "Delivered flat; the tools that you need are in the box.",
  "Five years of guarantee.",
  "Nothing of it is glued, so that every part can be exchanged.",
];

/** Puts products into a database that has its tables, oldest first; gives back their ids. */
export function insertProducts(database: Sqlite.Database, count: number): string[] {
  const insert = database.prepare<[string, string, string, number, number, string]>(
    "insert into products (id, name, description, price, in_stock, search_text) values (?, ?, ?, ?, ?, ?)",
  );
  const chance = chanceFrom(1);
  let now = Date.UTC(2026, 0, 1);
  const newId = productIds(() => now++);
  return Array.from({ length: count }, (_, number) => {
    const id = newId();
    const name = `${oneOf(chance, MATERIALS)} ${oneOf(chance, THINGS)} ${number}`;
    const description = descriptionBy(chance);
    const price = (chance(50_000) + 100) / 100;
    insert.run(id, name, description, price, chance(5) === 0 ? 0 : 1, `${name}\n${description}`.toLowerCase());
    return id;
  });
}

/** One to five sentences, mostly plain ASCII. */
function descriptionBy(chance: Chance): string {
  return Array.from({ length: 1 + chance(5) }, () => oneOf(chance, SENTENCES)).join(" ");
}
