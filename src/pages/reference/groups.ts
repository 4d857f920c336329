import type { Contract, Operation, Webhook } from "#contract/contract";
import * as paths from "../design/paths.ts";
import type { Texts } from "../texts/en.ts";

/** The operations of a contract that share a tag, or the events that it describes. */
export interface Group {
  /** The tag; empty for operations without one. */
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Webhook[];
}

/** The groups of a contract that have something, in the order of its tags. */
export function groupsOf({ document, operations, webhooks }: Contract): readonly Group[] {
  const tagOf = ({ source }: Operation | Webhook) => source.tags?.[0] ?? "";
  const used = new Set([...operations, ...webhooks].map(tagOf));
  const described = (document.tags ?? []).map(({ name }) => name);
  return [...new Set([...described, ...used])]
    .filter((tag) => used.has(tag))
    .map((tag) => ({
      tag,
      description: document.tags?.find(({ name }) => name === tag)?.description ?? "",
      operations: operations.filter((operation) => tagOf(operation) === tag),
      webhooks: webhooks.filter((webhook) => tagOf(webhook) === tag),
    }));
}

/** The path of the page of a group. */
export function pathOf(contract: Contract, { tag }: Pick<Group, "tag">): string {
  return paths.referenceOfGroup(contract, tag || "other");
}

/** The name of a group, in English unless it has no tag. */
export function nameOf({ tag }: Pick<Group, "tag">, texts: Texts["reference"]): string {
  return tag === "" ? texts.groups.other : tag.slice(0, 1).toUpperCase() + tag.slice(1);
}

/** The anchor of an event on its page. */
export function anchorOf({ name }: Webhook): string {
  return `event-${name}`;
}
