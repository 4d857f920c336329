import { setImmediate } from "node:timers/promises";
import { html } from "ghtml";
import { choice } from "../design/choice.ts";
import type { Page } from "../design/document.ts";
import { menu } from "../design/menu.ts";
import * as paths from "../design/paths.ts";
import { SAMPLE_LANGUAGES, signedIn, type View } from "../design/view.ts";
import { credentialOf } from "./credential.ts";
import { eventSection } from "./event-section.ts";
import { contents, trailTo } from "./frame.ts";
import * as groups from "./groups.ts";
import type { Guide } from "./guide.ts";
import { renderMarkdown } from "./markdown.ts";
import { operationSection } from "./operation-section.ts";

/** The parts of the page of a group that are the same for everybody. */
export interface GroupParts {
  readonly contents: string;
  readonly sections: string;
}

/** Renders what is the same for everybody. Yields to the event loop after each operation, which takes milliseconds. */
export async function renderGroup(guide: Guide, group: groups.Group): Promise<GroupParts> {
  const sections: string[] = [html`<div class="prose"!${guide.english}>!${renderMarkdown(group.description)}</div>`];
  for (const operation of group.operations) {
    await setImmediate();
    sections.push(operationSection(guide, operation));
  }
  for (const webhook of group.webhooks) {
    await setImmediate();
    sections.push(eventSection(guide, webhook));
  }
  return { contents: contents(guide, group), sections: sections.join("\n") };
}

/** The page that describes the operations of a group. */
export function groupPage(view: View, guide: Guide, group: groups.Group, parts: GroupParts): Page {
  return {
    title: groups.nameOf(group, guide.texts),
    navigation: trailTo(guide.texts, guide),
    content: html`<div class="reference" id="reference" data-samples="${view.samples}">
!${parts.contents}
<div>
!${group.operations.length === 0 ? "" : bar(view, guide)}
!${parts.sections}
</div>
</div>`,
  };
}

/** Chooses the language of the samples, and the credential of the requests, for which a script is needed. */
function bar(view: View, guide: Guide): string {
  const languages = SAMPLE_LANGUAGES.map((language) => [language, language] as const);
  return html`<div class="reference-bar"><form method="post" id="samples" action="${paths.PREFERENCES}">
<input type="hidden" name="back" value="${view.url}">
!${choice("samples", guide.texts.samples, languages, { chosen: view.samples })}
</form>
!${credentialForm(view, guide)}</div>`;
}

/**
 * With which credential the script sends requests. Signed-in users need none: the script asks for one with the hidden
 * form when it sends the first request, so that no page has a secret.
 */
function credentialForm(view: View, { contract, texts: { send } }: Guide): string {
  const credential = credentialOf(contract);
  if (credential === undefined) return "";
  const user = signedIn(view);
  const signIn = `${paths.SIGN_IN}?next=${encodeURIComponent(view.url)}`;
  return html`<div class="credential" id="credential" data-header="${credential.header}" data-prefix="${credential.prefix}" data-variable="${credential.variable}" hidden>
!${
    user === undefined
      ? html`<p><a href="${signIn}">${send.toSend.signIn}</a>${send.toSend.rest}</p>`
      : html`<form id="own-credential" method="post" action="${paths.REFERENCE_CREDENTIAL}" data-ended="${send.ended}">
!${user.csrfField()}<input type="hidden" name="contract" value="${contract.name}"></form>
<p>${send.as} <b dir="auto">${user.name}</b></p>`
  }
!${menu({
    summary: html`${send.other}`,
    content: html`<p><label for="secret">${send.secret}</label>
<input id="secret" autocomplete="off" spellcheck="false"></p>
<p class="hint">${send.kept}</p>`,
  })}
</div>`;
}
