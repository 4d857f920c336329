import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkerOf } from "#contract/request/validation";
import * as access from "../../../library/access.ts";
import * as collections from "../../../library/collections/collections.ts";
import { type Beside, moveBeside } from "../../../library/collections/siblings.ts";
import { type Values, valuesIn } from "../../design/form-state.ts";
import { backOf } from "../../design/local-path.ts";
import { BOOKMARKS } from "../../design/paths.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { type NoticeName, redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import type { Dependencies } from "../dependencies.ts";
import { checkFields } from "./check-fields.ts";
import { collectionIdIn } from "./collection-form.ts";

/**
 * Serves the forms with which the tree renames and moves a collection in place; they return to the page in `back`. The
 * page of the collection does the same without scripts.
 */
export function serveCollectionPlace(scope: FastifyInstance, { context, collections: contract }: Dependencies): void {
  const { database, clock, config } = context;
  const checkChange = checkerOf(contract, "CollectionChange");

  scope.post("/collections/:id/title", async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const { title = "" } = valuesIn(request.body);
    checkFields(() => checkChange({ title }));
    const { title: before } = await access.getWritable(database, accountId, id);
    if (title.trim() === before) return goBack(request, reply, "unchanged");
    await collections.update(database, clock, accountId, id, { title }, { maxBytes: config.accountQuota });
    return goBack(request, reply, "edit-saved");
  });

  scope.post("/collections/:id/place", async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const values = valuesIn(request.body);
    const beside = besideIn(values);
    if (beside !== undefined) await moveBeside(database, clock, accountId, id, beside);
    else await collections.update(database, clock, accountId, id, { parentId: parentIn(values) });
    return goBack(request, reply, "edit-collection-placed");
  });
}

function goBack(request: FastifyRequest, reply: FastifyReply, notice: NoticeName): FastifyReply {
  return redirect(reply, { path: backOf(request) ?? BOOKMARKS, notice });
}

/** The sibling before or after which a form puts a collection; undefined if it names a parent instead. */
function besideIn({ before = "", after = "" }: Values): Beside | undefined {
  if (before !== "") return { siblingId: collectionIdIn(before), side: "before" };
  if (after !== "") return { siblingId: collectionIdIn(after), side: "after" };
  return undefined;
}

/** The parent that a form names: `top` for the top level, which is null. */
function parentIn({ parent = "" }: Values): number | null {
  return parent === "top" ? null : collectionIdIn(parent);
}
