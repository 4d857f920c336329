import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import type { ServerFacts } from "../setup/server-facts.ts";
import { assetPath } from "./design/assets.ts";
import { actions, buttonLink } from "./design/button.ts";
import { card } from "./design/card.ts";
import { copyable } from "./design/copyable.ts";
import type { Page } from "./design/document.ts";
import * as paths from "./design/paths.ts";
import { servePage } from "./design/rendering.ts";
import { PAGE_POLICY } from "./design/security.ts";
import { signedIn, type View } from "./design/view.ts";
import * as contractFiles from "./reference/contract-files.ts";
import type { Texts } from "./texts/en.ts";

/** What the start page is about. */
interface Options {
  readonly contracts: readonly Contract[];
  /** The server's public URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly facts: () => Pick<ServerFacts["current"], "hasAdministrator" | "isRegistrationOpen">;
}

/** Serves the start page at `/`. */
export function serve(scope: FastifyInstance, options: Options): void {
  servePage(scope, { path: paths.START, policy: PAGE_POLICY, page: (view) => startPage(view, options) });
}

/** The start page: that the setup waits, three actions, a command to try, and the APIs of the contracts. */
function startPage(view: View, { contracts, baseUrl, facts }: Options): Page {
  const { startPage: texts, firstMinute, copy } = view.texts;
  const { hasAdministrator, isRegistrationOpen } = facts();
  const account =
    signedIn(view) === undefined
      ? action(paths.SIGN_IN, isRegistrationOpen ? texts.account : firstMinute.signInOnly, "primary")
      : action(paths.BOOKMARKS, texts.signedIn, "primary");
  return {
    title: texts.heading,
    lead: html`${texts.lead}`,
    head: html`<meta name="description" content="${texts.description}">
<link rel="stylesheet" href="${assetPath("start-page.css")}">`,
    content: html`!${hasAdministrator ? "" : setupCard(firstMinute, isRegistrationOpen)}<h2 class="visually-hidden">${texts.start}</h2>
<ul class="starts">
!${account}
!${action(`${paths.REFERENCE}/`, texts.reference)}
!${action(paths.QUICKSTART, texts.quickstart)}
</ul>
<section class="try" aria-labelledby="try">
<h2 id="try">${texts.command}</h2>
!${copyable(view.texts, "command", `curl ${baseUrl}/api/products`, html`${copy}`)}
</section>
<h2 class="section-title">${texts.apis}</h2>
<div class="apis">
!${contracts.map((contract) => apiCard(contract, texts))}
</div>
<p class="aside"><a href="${paths.HEALTH}">${texts.health}</a> · <a href="${paths.PROOF}">${texts.coverage}</a></p>`,
  };
}

/** Says that the server has no administrator yet, how to become one, and what registering does. */
function setupCard(texts: Texts["firstMinute"], isRegistrationOpen: boolean): string {
  return card(
    { id: "setup", title: texts.title },
    html`<p>${texts.text}</p>
!${isRegistrationOpen ? html`<p>${texts.registering}</p>` : ""}
!${actions(buttonLink(paths.SETUP, texts.link))}`,
  );
}

function action(href: string, { title, text }: Texts["startPage"]["account"], kind = ""): string {
  return html`<li class="start ${kind}"><a href="${href}">${title}</a><p>${text}</p></li>`;
}

/** Title and summary of a contract are in English. */
function apiCard(contract: Contract, texts: Texts["startPage"]): string {
  const { basePath, name } = contract;
  const { title, version, summary = "" } = contract.document.info;
  return html`<article class="card api" aria-labelledby="${name}">
<div lang="en"><h3 id="${name}"><a href="${paths.referenceOf(contract)}">${title.replace(/^Triptych: /, "")}</a></h3>
<p class="summary">${summary}</p></div>
<dl>
<div><dt>${texts.basePath}</dt><dd><code>${basePath}</code></dd></div>
<div><dt>${texts.version}</dt><dd>${version}</dd></div>
</dl>
<p class="hint">${texts.contractIn} !${contractFiles.linksTo(contract)}</p>
</article>
`;
}
