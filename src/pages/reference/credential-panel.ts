import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import { renderInline } from "./markdown.ts";
import { credentialOf } from "./sample-request.ts";

/**
 * The part of a page that sets the credential of requests: it logs in, or takes a token or key that the
 * reader has. The script of the page makes it work; without scripts it only says which credential is needed.
 */
export function credentialPanel(contract: Contract): string {
  const credential = credentialOf(contract);
  const [scheme] = Object.values(contract.schemes);
  if (credential === undefined || scheme === undefined) return "";
  const { header, prefix, variable } = credential;
  return html`<section class="card" aria-labelledby="credential-title">
<h2 id="credential-title">Credential</h2>
<p>Header <code>${header}: ${prefix}…</code> !${renderInline(scheme.description ?? "")} The code samples read it from the environment variable <code>${variable}</code>.</p>
<div id="credential" data-contract="${contract.name}" data-header="${header}" data-prefix="${prefix}" data-variable="${variable}" hidden>
!${variable === "TRIPTYCH_TOKEN" ? LOGIN : ""}
<p><label for="secret">${variable === "TRIPTYCH_TOKEN" ? "Token" : "API key"}</label>
<input id="secret" autocomplete="off" spellcheck="false"></p>
<p class="hint">Sent with the requests of this page. It stays in this tab until you close it.</p>
<p class="copy" id="export" hidden><code id="export-command"></code> <button type="button" class="secondary" data-copy="export-command" data-copied="Copied" hidden>Copy</button></p>
</div>
</section>
`;
}

const LOGIN = html`<form id="login" class="row">
<p><label for="email">E-mail address</label><input id="email" type="email" required autocomplete="username"></p>
<p><label for="password">Password</label><input id="password" type="password" required autocomplete="current-password"></p>
<p><button>Log in and use this token</button></p>
</form>
<p id="login-result" role="status"></p>`;
