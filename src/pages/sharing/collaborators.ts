import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure, type Problem } from "#contract/failure";
import { checkerOf } from "#contract/request/validation";
import * as access from "../../library/access.ts";
import * as inviting from "../../library/sharing/inviting.ts";
import * as participants from "../../library/sharing/participants.ts";
import * as pendingInvitations from "../../library/sharing/pending-invitations.ts";
import * as sharing from "../../library/sharing/sharing.ts";
import { NO_ERRORS, valuesIn } from "../design/form-state.ts";
import { sharingOf } from "../design/paths.ts";
import { viewOf } from "../design/rendering.ts";
import { KEEPS_DRAFTS, keepsDrafts, keepTyped, shownForm } from "../forms/drafts.ts";
import { submitForm } from "../forms/form-submission.ts";
import { idParameter } from "../forms/id-parameter.ts";
import { type NoticeName, redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import { collaboratorsPage } from "./collaborators-page.ts";
import type { Dependencies } from "./dependencies.ts";

/** The end of the path of the form that creates a link. */
const LINK = "/link";

/** Serves the page of the people who may use a collection: roles, invitations and links. */
export function serveCollaborators(scope: FastifyInstance, { context, service, collections }: Dependencies): void {
  const { database, clock, config } = context;
  const check = checkerOf(collections, "InvitationsInput");

  scope.get("/collections/:id/sharing", showPage);

  scope.post("/collections/:id/sharing", KEEPS_DRAFTS, async (request, reply) => {
    return submitForm(request, reply, async ({ emails: text = "", role: chosen }) => {
      const [id, role, emails] = [idParameter(request), roleIn(chosen, "role"), splitAddresses(text)];
      assertAddresses(emails, (email) => check({ role, emails: [email] }));
      const inviter = { address: request.ip, language: viewOf(request).language };
      const unmailed = await tooManyInForm(() =>
        inviting.inviteAddresses(database, service, getSignedInUser(request).id, id, { role, emails, inviter }),
      );
      return { path: `${sharingOf(id)}#links`, notice: noticeOf(unmailed.length) };
    });
  });

  scope.post("/collections/:id/sharing/link", keepsDrafts(LINK, "#link"), async (request, reply) => {
    return submitForm(request, reply, async ({ link_role }) => {
      const [id, role] = [idParameter(request), roleIn(link_role, "link_role")];
      const inviter = { address: request.ip, language: viewOf(request).language };
      const invited = { role, emails: undefined, inviter };
      await inviting.invite(database, service, getSignedInUser(request).id, id, invited);
      return { path: await keep(request, reply, "#links"), notice: "sharing-link" };
    });
  });

  scope.post("/collections/:id/sharing/revoke", keepsDrafts("/revoke"), async (request, reply) => {
    const id = idParameter(request);
    await pendingInvitations.revoke(database, getSignedInUser(request).id, id, idIn(request, "invitation"));
    return redirect(reply, { path: await keep(request, reply), notice: "sharing-revoked" });
  });

  scope.post("/collections/:id/sharing/people", keepsDrafts("/people"), async (request, reply) => {
    const id = idParameter(request);
    const values = valuesIn(request.body);
    const isRemoval = values.remove !== undefined;
    const [userId, personId] = [getSignedInUser(request).id, idIn(request, isRemoval ? "remove" : "person")];
    const newRole = isRemoval ? undefined : roleIn(values[`role-${personId}`], "role");
    const person = (await participants.list(database, userId, id)).find((each) => each.id === personId);
    if (person !== undefined && newRole !== undefined && hasRole(person, newRole)) {
      return redirect(reply, { path: await keep(request, reply), notice: "sharing-role-unchanged" });
    }
    await sharing.setRole(database, userId, id, personId, newRole);
    const notice = newRole === undefined ? "sharing-removed" : "sharing-role";
    return redirect(reply, { path: await keep(request, reply), notice });
  });

  /** The address of the page with the addresses that were typed but not invited. */
  async function keep(request: FastifyRequest, reply: FastifyReply, fragment = ""): Promise<string> {
    const { emails = "", role = "" } = valuesIn(request.body);
    return keepTyped(request, reply, sharingOf(idParameter(request)) + fragment, emails === "" ? {} : { emails, role });
  }

  async function showPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [id, { id: viewerId }] = [idParameter(request), getSignedInUser(request)];
    const collection = await access.getShared(database, viewerId, id);
    const people = await participants.list(database, viewerId, id);
    const mayManage = collection.level >= access.MEMBER;
    const { tokenOf, mails } = service;
    const pending = mayManage ? await pendingInvitations.list(database, clock, tokenOf, viewerId, id) : [];
    const sendsMail = mails.outbox !== undefined;
    const { baseUrl } = config;
    const invite = shownForm(request, {});
    const form = invite.errors === NO_ERRORS ? shownForm(request, invite.values, LINK) : invite;
    return collaboratorsPage(request, reply, {
      collection,
      people,
      pending,
      viewerId,
      sendsMail,
      baseUrl,
      ...form,
    });
  }

  function noticeOf(unmailed: number): NoticeName {
    if (service.mails.outbox === undefined) return "sharing-invited";
    return unmailed === 0 ? "sharing-mailed" : "sharing-not-mailed";
  }
}

/** Whether a person already has a role here, and no higher one in a nested collection. */
function hasRole({ role, joined_at, nested }: participants.Participant, wanted: "member" | "viewer"): boolean {
  return role === wanted && joined_at !== null && nested.every((each) => wanted === "member" || each.role === "viewer");
}

/** A role that somebody chose. Throws `unprocessable` for anything else. */
function roleIn(value: string | undefined, field: string): "member" | "viewer" {
  if (value === "member" || value === "viewer") return value;
  throw new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: `/${field}`, message: "must be one of the choices", reason: "not-a-choice" }],
  });
}

/** The id in a field of a form. Throws `notFound` for anything that is none. */
function idIn({ body }: FastifyRequest, field: string): number {
  const text = valuesIn(body)[field] ?? "";
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new Failure("notFound", "This invitation or person does not exist.", { reason: "person-not-found" });
}

/** Runs `work`; the form shows its failure if there are too many pending invitations. */
async function tooManyInForm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure && error.reason === "too-many-invitations")) throw error;
    throw new Failure("unprocessable", "There are 100 invitations that nobody has used yet. Revoke some first.", {
      reason: "too-many-invitations",
    });
  }
}

/** Maximum addresses that one form invites, like one call of the API. */
const MAX_ADDRESSES = 10;

/** Splits the addresses that somebody typed, and leaves out repeated ones. */
function splitAddresses(text: string): string[] {
  const found = text.split(/[\s,;]+/).filter((address) => address !== "");
  return [...new Map(found.map((address) => [address.toLowerCase(), address])).values()];
}

/** Throws `unprocessable` for no addresses, too many, and texts that are none by `check`. */
function assertAddresses(addresses: readonly string[], check: (address: string) => void): void {
  if (addresses.length === 0) throw wrongAddresses({ message: "is required", reason: "required" });
  if (addresses.length > MAX_ADDRESSES) {
    const message = `must have at most ${MAX_ADDRESSES} addresses`;
    throw wrongAddresses({ message, reason: "too-many-addresses", values: { limit: MAX_ADDRESSES } });
  }
  const wrong = addresses.find((address) => !passes(() => check(address)));
  if (wrong === undefined) return;
  const text = wrong.slice(0, 100);
  const message = `must be valid. This is no e-mail address: ${text}`;
  throw wrongAddresses({ message, reason: "has-no-address", values: { text } });
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === "unprocessable") return false;
    throw error;
  }
}

function wrongAddresses(problem: Problem): Failure {
  return new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/emails", ...problem }],
  });
}
