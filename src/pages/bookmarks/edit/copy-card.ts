import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import * as copies from "../../../library/items/copies.ts";
import { pathOfCopy } from "../../../library/items/copy-address.ts";
import type { Item } from "../../../library/items/item.ts";
import * as items from "../../../library/items/items.ts";
import { observeSteps, type RecordedStep } from "../../../library/journal/recorded-steps.ts";
import { actions } from "../../design/button.ts";
import { card } from "../../design/card.ts";
import { sendsPageFormTo } from "../../design/page-form.ts";
import { ITEMS } from "../../design/paths.ts";
import { time } from "../../design/time.ts";
import type { View } from "../../design/view.ts";
import { keepsDrafts, keepTyped } from "../../forms/drafts.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import type { Language } from "../../texts/language.ts";
import type { Dependencies } from "../dependencies.ts";
import { typedIn } from "./typed-fields.ts";

const COPY = "/copy";
const REMOVE = "/copy/remove";

const MIB = 1024 * 1024;

/** Serves the copy of the page of a bookmark, and the buttons that ask for one and remove it. */
export function serveCopies(scope: FastifyInstance, { context }: Dependencies): void {
  const { database, clock, config, subkeys } = context;
  scope.get(`/items/:id${COPY}`, async (request, reply) => {
    const id = idParameter(request);
    const fileId = await copies.getFile(database, getSignedInUser(request).id, id);
    const address = (config.copiesOrigin ?? "") + pathOfCopy(subkeys.copies.key, clock, { id, fileId });
    return reply.header("cache-control", "private, no-store").redirect(address, 307);
  });
  for (const [path, keepsCopy] of [
    [COPY, true],
    [REMOVE, false],
  ] as const)
    scope.post(`/items/:id${path}`, keepsDrafts(path, "#copy"), async (request, reply) => {
      const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
      // Only the owner can revert it.
      const own: number[] = [];
      const observe = (step: RecordedStep) => step.accountId === accountId && own.push(step.id);
      const update = () => items.update(database, clock, accountId, id, { keepsCopy });
      const item = await observeSteps(observe, update);
      const path = await keepTyped(request, reply, `${ITEMS}/${id}#copy`, typedIn(request, item));
      const notice = keepsCopy ? "edit-copy-asked" : "edit-copy-removed";
      return redirect(reply, { path, notice, step: own.at(-1) });
    });
}

/**
 * The state of the copy of a page, and buttons to make and remove it; the preview links to it. `canMake`: whether the
 * server makes copies. Empty for a file, and if there is neither a copy nor a way to get one.
 */
export function copyCard({ texts: { edit }, language }: View, item: Item, canMake: boolean): string {
  const { id, copy_status: status, copy_size: size, copy_created_at: createdAt } = item;
  if (item.file_id !== null || (status === null && !canMake)) return "";
  const isReady = status === "ready" && size !== null && createdAt !== null;
  const state = isReady
    ? html`${edit.copyMade} !${time(createdAt)}, ${mebibytes(size, language)} MiB.`
    : html`${edit.copyStates[status ?? "none"]}`;
  const send = (path: string, text: string, kind: string) =>
    html`<button class="${kind}"!${sendsPageFormTo(`${ITEMS}/${id}${path}`)}>${text}</button>`;
  return card(
    { id: "copy", title: edit.copy },
    html`<p>!${state}</p>
<p>${edit.copyText}</p>
!${actions(
      ...(canMake ? [send(COPY, isReady ? edit.renewCopy : edit.keepCopy, "secondary")] : []),
      ...(status === null ? [] : [send(REMOVE, edit.removeCopy, "danger")]),
    )}`,
  );
}

/** A number of bytes in MiB, at least 0.1. */
export function mebibytes(bytes: number, language: Language): string {
  return Math.max(0.1, bytes / MIB).toLocaleString(language, { maximumFractionDigits: 1 });
}
