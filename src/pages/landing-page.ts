import { html } from "ghtml";
import type { Contract } from "../http/contract/types.ts";
import * as contractFiles from "./contract-files.ts";
import * as paths from "./paths.ts";

/** Renders the start page from the contracts, with `style` (CSS) and `icon` (SVG) inline. */
export function landingPage(contracts: readonly Contract[], style: string, icon: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Triptych</title>
<meta name="description" content="Three HTTP APIs, each driven by an OpenAPI contract.">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<style>!${style}</style>
</head>
<body>
<header>
!${icon}
<h1>Triptych</h1>
<p>A self-hosted server with three HTTP APIs, each driven by a hand-written OpenAPI contract.</p>
</header>
<main>
<p class="start"><a href="${paths.QUICKSTART}">Quickstart</a>: a product, an API key and a collection, in curl and TypeScript</p>
<h2>The APIs</h2>
!${contracts.map(card)}
<h2>Your account</h2>
<p><a href="/account/api-keys">Manage API Keys</a></p>
</main>
<footer>
<p>Server status: <a href="/health/ready">/health/ready</a> · <a href="${paths.PROOF}">Contract coverage by tests</a></p>
</footer>
</body>
</html>
`;
}

function card(contract: Contract): string {
  const { basePath, name } = contract;
  const { title, version, summary = "" } = contract.document.info;
  return html`<article aria-labelledby="${name}">
<h3 id="${name}">${title}</h3>
<p>${summary}</p>
<dl>
<div><dt>Base path</dt><dd><code>${basePath}</code></dd></div>
<div><dt>Version</dt><dd>${version}</dd></div>
</dl>
<ul>
<li><a href="${paths.referenceOf(contract)}" aria-describedby="${name}">API reference</a></li>
<li><a href="${contractFiles.pathOf(contract, "yaml")}">${name}.yaml</a></li>
<li><a href="${contractFiles.pathOf(contract, "json")}">${name}.json</a></li>
<li><a href="${contractFiles.pathOf(contract, "3.0.json")}">${name}.3.0.json</a> (OpenAPI 3.0)</li>
</ul>
</article>
`;
}
