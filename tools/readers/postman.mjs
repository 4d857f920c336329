import assert from "node:assert/strict";
import { promisify } from "node:util";
import converter from "openapi-to-postmanv2";
import { checkImport, text } from "./document.mjs";

const { result, reason, output } = await promisify(converter.convertV2)({ type: "string", data: text }, {});
assert.ok(result, reason);
const [{ data: collection }] = output;
const count = (items) => items.reduce((sum, { item }) => sum + (item === undefined ? 1 : count(item)), 0);
checkImport(count(collection.item), collection.variable.find(({ key }) => key === "baseUrl").value);
