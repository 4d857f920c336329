import Csrf from "@fastify/csrf";
import type { FastifyRequest } from "fastify";
import { html } from "ghtml";
import { isRecord } from "#contract/record";
import type { Context } from "../../context/context.ts";
import { type Values, valuesIn } from "../design/form-state.ts";
import { toLocalPath } from "../design/local-path.ts";
import { cookiesIn } from "./cookies.ts";
import { type Fields, fieldsOf } from "./draft.ts";
import { addDraft, pageOf } from "./drafts.ts";

// A form whose session has ended is kept in the sign-in form: the server does not know yet whose it is.

/** The fields of the sign-in form that keep another form: the address of its page, and its fields. */
const [KEPT_PATH, KEPT_FORM] = ["kept_path", "kept_form"];

/** Among the kept fields, which form of the page it is, and its CSRF token. */
const [PART, TOKEN] = ["_part", "_csrf"];

/** Characters of the address of a page. */
const MAX_PATH = 2000;

/** Characters of a form that the sign-in form keeps. */
const MAX_KEPT = 300_000;

/** Whether a form is kept if nobody is signed in. */
export function isKept({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return method === "POST" && config.form?.isAnonymous === false;
}

/** The hidden fields of the sign-in form for a form that came without a session; undefined if it can't be kept. */
export function keptFields(request: FastifyRequest): Values | undefined {
  if (!isKept(request) || !isRecord(request.body)) return undefined;
  const form = new URLSearchParams({
    [TOKEN]: valuesIn(request.body)[TOKEN] ?? "",
    [PART]: request.routeOptions.config.form?.part ?? "",
  });
  for (const [name, value] of Object.entries(fieldsOf(request.body))) {
    for (const text of [value].flat()) form.append(name, text);
  }
  const text = form.toString();
  return text.length > MAX_KEPT ? undefined : { [KEPT_PATH]: pageOf(request), [KEPT_FORM]: text };
}

/** Hidden fields that send again what the sign-in form keeps, as markup. */
export function keptInputs(values: Values): string {
  const fields = [KEPT_PATH, KEPT_FORM].filter((name) => values[name] !== undefined);
  return fields.map((name) => `${html`<input type="hidden" name="${name}" value="${values[name] ?? ""}">`}\n`).join("");
}

/**
 * Stores the form that the sign-in form carries as a draft of the account that signed in, and returns its address.
 * Returns undefined if the form was not made for this account in this browser, as its CSRF token says.
 */
export async function keepAfterSignIn(
  request: FastifyRequest,
  { database, clock, subkeys }: Context,
  accountId: number,
  values: Values,
): Promise<string | undefined> {
  const { [KEPT_PATH]: address = "", [KEPT_FORM]: text } = values;
  const page = toLocalPath(address.slice(0, MAX_PATH));
  const secret = request.cookies[cookiesIn(request.server).csrf];
  if (page === undefined || text === undefined || text.length > MAX_KEPT || secret === undefined) return undefined;
  const { [TOKEN]: token, [PART]: part, ...fields } = fieldsIn(text);
  if (typeof token !== "string" || typeof part !== "string") return undefined;
  const tokens = new Csrf.Tokens({ hmacKey: subkeys.csrf.key, userInfo: true });
  if (!tokens.verify(secret, token, String(accountId))) return undefined;
  return addDraft({ database, clock }, accountId, page, { part, fields, failure: undefined });
}

function fieldsIn(text: string): Fields {
  const form = new URLSearchParams(text);
  const fields = [...new Set(form.keys())].map((name): [string, string | string[]] => {
    const texts = form.getAll(name);
    const [first = ""] = texts;
    return [name, texts.length === 1 ? first : texts];
  });
  return Object.fromEntries(fields);
}
