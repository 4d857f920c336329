import assert from "node:assert/strict";
import { dereference, validate } from "@scalar/openapi-parser";
import { text } from "./document.mjs";

const { valid, errors = [] } = await validate(text);
assert.deepEqual({ valid, errors }, { valid: true, errors: [] });
assert.deepEqual(dereference(text).errors ?? [], []);
