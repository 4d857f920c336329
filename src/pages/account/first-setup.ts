import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import * as administrators from "../../accounts/administrators.ts";
import * as setup from "../../setup/setup.ts";
import { actions, button, buttonLink } from "../design/button.ts";
import type { Constraints } from "../design/constraints.ts";
import { checkbox, input } from "../design/field.ts";
import { errorSummary, type FormState } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../design/page-form.ts";
import { SETUP, SIGN_IN } from "../design/paths.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS_IN_COOKIE, shownForm } from "../forms/drafts.ts";
import { assertAll, assertPasswordsMatch, blameEmail, submitForm } from "../forms/form-submission.ts";
import { isInvalidLink } from "../forms/invalid-link.ts";
import { sendPage } from "../forms/layout.ts";
import { newPassword } from "./new-password.ts";
import { type SignInDependencies, signInNewAccount } from "./start-session.ts";

/** The bounds of the code, which is in no contract. */
const CODE = { required: true, maxLength: 100 } as const;

interface Dependencies extends SignInDependencies {
  /** Throws `unprocessable` if a new user violates the contract. */
  readonly checkNew: (value: object) => void;
  /** The bounds of a user's fields in the contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/**
 * Serves the page that a setup link opens, where the first administrator is created. The code of the link is in its
 * fragment, which the server does not get: assets/pages.js fills it in, and without scripts people paste it.
 */
export function serveFirstSetup(scope: FastifyInstance, dependencies: Dependencies): void {
  const { context, checkNew } = dependencies;
  const { database, clock, config } = context;

  scope.get("/", async (request, reply) =>
    (await administrators.exist(database)) ? donePage(request, reply) : setupPage(request, reply, dependencies),
  );

  scope.post("/", KEEPS_DRAFTS_IN_COOKIE, async (request, reply) => {
    return submitForm(request, reply, async (submitted) => {
      const { token = "", name = "", email_address: email = "", password = "", password_confirmation = "" } = submitted;
      const user = { name, email_address: email, password, password_confirmation };
      await assertAll(
        () => blameCode(() => setup.assertValid(database, clock, token)),
        () => checkNew({ ...user, locale: "en", active: true, user_level: 4 }),
        () => assertPasswordsMatch(submitted),
      );
      const isRegistrationOpen = (config.registration ?? (submitted.open === "1" ? "open" : "closed")) === "open";
      const person = { name, email, password };
      const values = { ...person, token, isRegistrationOpen, address: request.ip };
      await blameCode(() => blameEmail("email_address", () => setup.complete(database, clock, values)));
      await context.serverFacts.reread();
      return signInNewAccount(request, reply, dependencies, person);
    });
  });
}

/** Names the field of the code if the link is not valid any more. */
async function blameCode(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isInvalidLink(error)) throw error;
    throw new Failure("invalid", error.message, {
      details: [{ path: "/token", message: "is not valid any more", reason: "no-longer-valid" }],
    });
  }
}

function setupPage(request: FastifyRequest, reply: FastifyReply, { context, constraints }: Dependencies): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { title, lead, code, codeHint, open, submit } = texts.setup;
    const { name, email: email_address, password, confirm: password_confirmation } = texts.users;
    const labels = { token: code, name, email_address, password, password_confirmation, open };
    const bounds = { ...constraints, token: CODE };
    const form: FormState = { texts, labels, constraints: bounds, ...shownForm(request, {}) };
    return {
      title,
      lead: html`${lead}`,
      form: POST_FORM,
      content: html`<form class="card narrow" id="${PAGE_FORM}" method="post" action="${SETUP}" data-fragment="token">
!${errorSummary(form)}
!${csrfField(request, reply)}
!${input(form, { name: "token", hint: codeHint })}
!${input(form, { name: "name", autocomplete: "name" })}
!${input(form, { name: "email_address", autocomplete: "username" })}
!${newPassword(form)}
!${context.config.registration === undefined ? checkbox(form, "open") : ""}
!${button(submit)}
</form>`,
    };
  });
}

function donePage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(request, reply, ({ texts }) => ({
    title: texts.setup.done,
    content: html`<div class="card narrow">
<p>${texts.setup.doneText}</p>
!${actions(buttonLink(SIGN_IN, texts.signIn.title))}
</div>`,
  }));
}
