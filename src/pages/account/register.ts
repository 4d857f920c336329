import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import * as accounts from "../../accounts/accounts.ts";
import * as emailConfirmation from "../../accounts/email-confirmation.ts";
import type { MailService } from "../../accounts/links/mail-service.ts";
import { admitRegistration, type RegistrationService } from "../../accounts/registration.ts";
import * as registrationPolicy from "../../setup/registration-policy.ts";
import { button } from "../design/button.ts";
import type { Constraints } from "../design/constraints.ts";
import { input } from "../design/field.ts";
import { errorSummary, type FormState, valuesIn } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../design/page-form.ts";
import { REGISTER, SIGN_IN } from "../design/paths.ts";
import { viewOf } from "../design/rendering.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS_IN_COOKIE, shownForm } from "../forms/drafts.ts";
import { assertAll, assertPasswordsMatch, blameEmail, submitForm } from "../forms/form-submission.ts";
import { sendPage } from "../forms/layout.ts";
import { toNextPath, withNext } from "../forms/next-path.ts";
import { findSignedInUser } from "../forms/session.ts";
import { newPassword } from "./new-password.ts";
import { type SignInDependencies, signInNewAccount } from "./start-session.ts";

interface Dependencies extends SignInDependencies {
  readonly mails: MailService;
  readonly registration: RegistrationService;
  /** Throws `unprocessable` for values that violate the contract's schema of registrations. */
  readonly checkRegistration: (value: object) => void;
  /** The bounds of the fields of a registration in the contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/** Serves the page where people create an account, if registration is open. It signs them in. */
export function serveRegister(scope: FastifyInstance, dependencies: Dependencies): void {
  const { context, mails, registration, checkRegistration } = dependencies;
  const { database, clock, config } = context;
  // The second password has the bounds of the first.
  const constraints = { ...dependencies.constraints, password_confirmation: dependencies.constraints.password ?? {} };

  scope.get("/register", async (request, reply) => {
    const { next = "" } = valuesIn(request.query);
    if (findSignedInUser(request) !== undefined) return reply.redirect(toNextPath(next), 303);
    await registrationPolicy.assertOpen(database, config.registration);
    const { hasAdministrator } = context.serverFacts.current;
    return registerPage(request, reply, { constraints, next, hasAdministrator });
  });

  scope.post("/register", KEEPS_DRAFTS_IN_COOKIE, async (request, reply) => {
    await registrationPolicy.assertOpen(database, config.registration);
    return submitForm(request, reply, async (values) => {
      const { name = "", email = "", password = "" } = values;
      const person = { name, email, password };
      await assertAll(
        () => checkRegistration(person),
        () => assertPasswordsMatch(values),
      );
      const passwordHash = await admitRegistration(registration, person, request.ip);
      const { id } = await blameEmail("email", () =>
        accounts.createWithHash(database, clock, { name, email }, passwordHash),
      );
      const { language } = viewOf(request);
      await emailConfirmation.requestFirst(database, mails, id, { email, address: request.ip, language });
      return signInNewAccount(request, reply, dependencies, { ...person, next: values.next ?? "" });
    });
  });
}

/** What the page depends on. */
interface PageState {
  readonly constraints: Dependencies["constraints"];
  /** The path of the page that asked to sign in, or empty. */
  readonly next: string;
  readonly hasAdministrator: boolean;
}

function registerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { constraints, next, hasAdministrator }: PageState,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { title, lead, submit, signIn, signInLink } = texts.register;
    const { noAdministrator } = texts.firstMinute;
    const { name, email, password, confirm: password_confirmation } = texts.users;
    const form: FormState = {
      texts,
      labels: { name, email, password, password_confirmation },
      constraints,
      ...shownForm(request, { next }),
    };
    const { values } = form;
    return {
      title,
      lead: html`${lead} ${hasAdministrator ? "" : noAdministrator}`,
      form: POST_FORM,
      content: html`<form class="card narrow" id="${PAGE_FORM}" method="post" action="${REGISTER}">
!${errorSummary(form)}
!${csrfField(request, reply)}
<input type="hidden" name="next" value="${values.next ?? ""}">
!${input(form, { name: "name", autocomplete: "name" })}
!${input(form, { name: "email", autocomplete: "username" })}
!${newPassword(form)}
!${button(submit)}
</form>
<p class="aside">${signIn} <a href="${withNext(SIGN_IN, values.next ?? "")}">${signInLink}</a></p>`,
    };
  });
}
