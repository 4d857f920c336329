import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import * as access from "../../../library/access.ts";
import type { Choice } from "../../../library/collections/choices.ts";
import * as imports from "../../../library/import/imports.ts";
import { MAX_ARCHIVE } from "../../../library/import/packed/first-entry.ts";
import { valuesIn } from "../../design/form-state.ts";
import { idIn } from "../../design/form-values.ts";
import { IMPORT } from "../../design/paths.ts";
import { KEEPS_DRAFTS, keepsDrafts, takeDraft } from "../../forms/drafts.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { readChoices, resolveName, typedName } from "../choices.ts";
import type { Dependencies } from "../dependencies.ts";
import { notEmpty, registerUploadForms } from "../upload-forms.ts";
import * as pages from "./import-pages.ts";

/** Serves the pages that import a file of bookmarks: choose it, see what it contains, and import it. */
export async function serveImport(scope: FastifyInstance, { context, uploads }: Dependencies): Promise<void> {
  const { database, clock } = context;

  scope.get("/import", async (request, reply) => {
    const current = await imports.find(database, clock, getSignedInUser(request).id);
    return pages.uploadPage(request, reply, { current, error: takeDraft(request)?.failure });
  });

  const register = (uploading: FastifyInstance) => {
    uploading.post("/import", KEEPS_DRAFTS, async (request, reply) => {
      const { id: accountId } = getSignedInUser(request);
      // Files other than archives have a lower limit, which `add` checks.
      const file = { field: "file", maxBytes: MAX_ARCHIVE };
      const id = await uploads.streamTo(request, file, ({ content }) =>
        imports.add(database, clock, accountId, notEmpty(content()), { maxBytes: context.config.accountQuota }),
      );
      return reply.redirect(`${IMPORT}/${id}`, 303);
    });
  };
  await registerUploadForms(scope, register, { maxBytes: MAX_ARCHIVE });

  scope.get("/import/:id", async (request, reply) => {
    const { id: accountId } = getSignedInUser(request);
    const job = await imports.get(database, clock, accountId, idParameter(request.params));
    if (job.state.kind === "running") return pages.progressPage(request, reply, job);
    if (job.state.kind === "done") return pages.reportPage(request, reply, job, job.state);
    if (job.state.kind === "failed") return pages.failedPage(request, reply, job.state);
    return showPreview(request, reply, job);
  });

  scope.post("/import/:id", KEEPS_DRAFTS, async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request.params)];
    const sent = valuesIn(request.body);
    const into = collectionIn((await resolveName(context, accountId, { level: access.OWNER }, sent, "into")).into);
    if (into !== undefined) await access.getOwned(database, accountId, into);
    await imports.start(database, clock, accountId, { id, into });
    context.imports.wake();
    return reply.redirect(`${IMPORT}/${id}`, 303);
  });

  scope.post("/import/:id/cancel", keepsDrafts("/cancel"), async (request, reply) => {
    await imports.remove(database, clock, getSignedInUser(request).id, idParameter(request.params));
    return reply.redirect(IMPORT, 303);
  });

  async function showPreview(request: FastifyRequest, reply: FastifyReply, job: imports.Import): Promise<FastifyReply> {
    const { fields, failure } = takeDraft(request) ?? { fields: request.query };
    const values = valuesIn(fields);
    const error = failure?.details[0] ?? failure;
    const choice: Choice = { level: access.OWNER, selected: values.into };
    const own = await readChoices(context, getSignedInUser(request).id, choice, typedName(values, "into"));
    return pages.previewPage(request, reply, job, { collections: own, selected: values.into ?? "", error });
  }
}

/** The id of an import in the path: a random text, unlike other ids. */
function idParameter(parameters: unknown): string {
  return valuesIn(parameters).id ?? "";
}

/** The collection below which the bookmarks go; undefined for the top level. Throws `notFound` for anything else. */
function collectionIn(text = ""): number | undefined {
  if (text === "") return undefined;
  const id = idIn(text);
  if (id !== undefined) return id;
  throw new Failure("notFound", "There is no collection with this id.", { reason: "collection-not-found" });
}
