import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import { type Language, toLanguage } from "../texts/language.ts";
import { type Values, valuesIn } from "./form-state.ts";
import { backOf } from "./local-path.ts";
import * as paths from "./paths.ts";
import { SAMPLE_LANGUAGES, type SampleLanguage, THEMES, type Theme } from "./view.ts";

const THEME_COOKIE = "triptych_theme";
const LANGUAGE_COOKIE = "triptych_language";
const SAMPLES_COOKIE = "triptych_samples";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The size limit of the form, in bytes. */
const FORM_LIMIT = 16 * 1024;

/** What a visitor chose in the footer of a page, or above the code samples of the API reference. */
interface Preferences {
  readonly theme: Theme;
  readonly language: Language | undefined;
  readonly samples: SampleLanguage;
}

/** The preferences of a request, from its cookies. */
export function preferencesOf(request: FastifyRequest): Preferences {
  return {
    theme: toTheme(cookieOf(request, THEME_COOKIE)) ?? "system",
    language: toLanguage(cookieOf(request, LANGUAGE_COOKIE)),
    samples: toSampleLanguage(cookieOf(request, SAMPLES_COOKIE)) ?? "curl",
  };
}

/** The value of a cookie; undefined if the request has none with this name. */
export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const cookies = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  return cookies.find(([one]) => one === name)?.[1];
}

/**
 * Serves the form in the footer of all pages, and that of the code samples: stores the choice in a cookie, and returns to
 * the page. The only form of its scope.
 */
export async function servePreferences(scope: FastifyInstance, baseUrl: string): Promise<void> {
  await scope.register(formbody, { bodyLimit: FORM_LIMIT });
  scope.post(paths.PREFERENCES, async (request, reply) => {
    if (!isSameOrigin(request, baseUrl))
      throw new Failure("forbidden", "This form was not sent by a page of this server.", {
        reason: "form-from-elsewhere",
      });
    const fields = storePreferences(request, reply, baseUrl);
    return reply.header("cache-control", "no-store").redirect(withSearch(backOf(request) ?? paths.START, fields), 303);
  });
}

/** Stores the preference that a button of a form has chosen. Returns the other fields of the form. */
export function storePreferences({ body }: FastifyRequest, reply: FastifyReply, baseUrl: string): Values {
  const { back: _back, theme: themeName, language: languageName, samples: samplesName, ...fields } = valuesIn(body);
  const [theme, language, samples] = [toTheme(themeName), toLanguage(languageName), toSampleLanguage(samplesName)];
  const isSecure = baseUrl.startsWith("https:");
  if (theme !== undefined) setPreference(reply, THEME_COOKIE, theme, isSecure);
  if (language !== undefined) setPreference(reply, LANGUAGE_COOKIE, language, isSecure);
  if (samples !== undefined) setPreference(reply, SAMPLES_COOKIE, samples, isSecure);
  return fields;
}

/** The address of a page with a search that was typed but not sent yet; as it was if nothing was typed. */
function withSearch(address: string, fields: Values): string {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const isTyped = Object.entries(fields).some(([name, value]) => value !== (searchParams.get(name) ?? ""));
  return isTyped ? `${pathname}?${new URLSearchParams(fields)}` : address;
}

function toTheme(name: string | undefined): Theme | undefined {
  return THEMES.find((theme) => theme === name);
}

function toSampleLanguage(name: string | undefined): SampleLanguage | undefined {
  return SAMPLE_LANGUAGES.find((language) => language === name);
}

/**
 * Whether a form was sent by a page of this server. Anonymous pages have no CSRF token, because they would need a
 * cookie for it and could not be cached. Browsers state the origin instead: in `Sec-Fetch-Site` over TLS, and in
 * `Origin` everywhere. A request with neither is rejected.
 */
function isSameOrigin({ headers }: FastifyRequest, baseUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(baseUrl).origin || new URL(origin).host === host;
}

/**
 * Stores a preference in a cookie for a year. `SameSite=Lax`, unlike the session's cookies: a page that is opened from another site has its theme at once.
 */
export function setPreference(reply: FastifyReply, name: string, value: string, isSecure: boolean): void {
  const secure = isSecure ? " Secure;" : "";
  reply.header("set-cookie", `${name}=${value}; Max-Age=${YEAR_SECONDS}; Path=/; HttpOnly;${secure} SameSite=Lax`);
}
