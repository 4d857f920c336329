import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import { assetPath } from "../design/assets.ts";
import type { Page } from "../design/document.ts";
import * as paths from "../design/paths.ts";
import * as contractFiles from "./contract-files.ts";
import { titleOf } from "./frame.ts";
import { renderInline } from "./markdown.ts";

/** The changelog of a contract, as `npm run generate` writes it. */
interface Changelog {
  /** The newest first. */
  readonly releases: readonly Release[];
}

interface Release {
  readonly version: string;
  readonly released?: string;
  /** The first version has none. */
  readonly rise?: "major" | "minor" | "patch";
  readonly changes: readonly Change[];
}

interface Change {
  readonly severity: "breaking" | "may break" | "harmless";
  /** An operation, or a section of the contract. */
  readonly place: string;
  readonly text: string;
}

/** Renders the changelog of a contract: what changed in each released version, breaking changes first. */
export function changelogPage(contract: Contract, changelog: string): Page {
  const { releases }: Changelog = JSON.parse(changelog);
  return {
    title: `Changelog: ${titleOf(contract)}`,
    language: "en",
    lead: html`What changed in each version of the <a href="${paths.referenceOf(contract)}">API</a>, also <a href="${contractFiles.changelogOf(contract)}">as JSON</a>. A major version breaks clients, a minor version adds something, a patch version changes texts.`,
    head: html`<link rel="stylesheet" href="${assetPath("docs.css")}">`,
    content: html`!${releases.map((release) => releaseSection(contract, release))}`,
  };
}

function releaseSection(contract: Contract, { version, released, rise, changes }: Release): string {
  const breaking = changes.filter(({ severity }) => severity !== "harmless");
  const harmless = changes.filter(({ severity }) => severity === "harmless");
  return html`<section class="card" aria-labelledby="v${version}">
<h2 id="v${version}">${version}!${released === undefined ? "" : html` <span class="hint">${released}</span>`}</h2>
<p>${summaryOf(rise, breaking.length, harmless.length)} Contract: <a href="${contractFiles.releaseOf(contract, version)}">${version}.json</a></p>
!${breaking.length === 0 ? "" : html`<ul>!${breaking.map(breakingLine)}</ul>`}
!${[...Map.groupBy(harmless, ({ place }) => place)].map(
    ([place, ofPlace]) => html`<details><summary><code>${place}</code>: ${counted(ofPlace.length)}</summary>
<ul>!${ofPlace.map(({ text }) => html`<li>!${renderInline(text)}</li>`)}</ul></details>
`,
  )}</section>
`;
}

function breakingLine({ severity, place, text }: Change): string {
  const label = severity === "breaking" ? "Breaking" : "May break clients";
  return html`<li><span class="badge">${label}</span> <code>${place}</code>: !${renderInline(text)}</li>`;
}

function summaryOf(rise: Release["rise"], breaking: number, harmless: number): string {
  if (rise === undefined) return "The first version.";
  if (rise === "patch") return "Texts changed: descriptions and examples.";
  const others = `${counted(harmless)} that ${harmless === 1 ? "does" : "do"} not`;
  return breaking === 0
    ? `${counted(harmless)} that ${harmless === 1 ? "breaks" : "break"} no client.`
    : `${counted(breaking)} that can break clients, ${others}.`;
}

function counted(count: number): string {
  return count === 1 ? "1 change" : `${count.toLocaleString("en")} changes`;
}
