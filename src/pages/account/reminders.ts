import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { Failure } from "#contract/failure";
import * as accounts from "../../accounts/accounts.ts";
import type { Context } from "../../context/context.ts";
import * as reminders from "../../reminders/settings.ts";
import { actions, button } from "../design/button.ts";
import { card } from "../design/card.ts";
import { select } from "../design/field.ts";
import { errorSummary, type FormState } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../design/page-form.ts";
import { CALENDAR, calendarAt, PROFILE, REMINDERS, REMOVE_CALENDAR, WITH_REMINDERS } from "../design/paths.ts";
import { time } from "../design/time.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, keepsDrafts, shownForm } from "../forms/drafts.ts";
import { submitForm } from "../forms/form-submission.ts";
import { sendPage } from "../forms/layout.ts";
import { redirect } from "../forms/notices.ts";
import { getSignedInUser } from "../forms/session.ts";
import * as shownSecrets from "../forms/shown-secrets.ts";
import type { Texts } from "../texts/en.ts";

/** The page where users choose how they are reminded: the mails, and the address of their calendar. */
export function serveReminders(scope: FastifyInstance, context: Context): void {
  const { database, clock } = context;

  scope.get("/reminders", async (request, reply) => remindersPage(request, reply, context));

  scope.post("/reminders", KEEPS_DRAFTS, async (request, reply) => {
    return submitForm(request, reply, async ({ mails = "" }) => {
      await reminders.chooseMails(database, getSignedInUser(request).id, choiceIn(mails));
      return { path: REMINDERS, notice: "reminders-saved" };
    });
  });

  scope.post("/reminders/calendar", keepsDrafts("/calendar"), async (request, reply) => {
    const secret = await reminders.addCalendar(database, clock, getSignedInUser(request).id);
    shownSecrets.show(reply, context, { path: REMINDERS, text: context.config.baseUrl + calendarAt(secret) });
    return redirect(reply, REMINDERS);
  });

  scope.post("/reminders/calendar/remove", keepsDrafts("/calendar/remove"), async (request, reply) => {
    await reminders.removeCalendar(database, getSignedInUser(request).id);
    return redirect(reply, { path: REMINDERS, notice: "calendar-removed" });
  });
}

function choiceIn(mails: string): reminders.MailChoice {
  const choice = reminders.MAIL_CHOICES.find((known) => known === mails);
  if (choice !== undefined) return choice;
  throw new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/mails", message: "must be one of the choices", reason: "not-a-choice" }],
  });
}

async function remindersPage(request: FastifyRequest, reply: FastifyReply, context: Context): Promise<FastifyReply> {
  const { database, config } = context;
  const { id } = getSignedInUser(request);
  const settings = await reminders.get(database, id);
  const { email_confirmed_at } = await accounts.get(database, id);
  const [address] = settings.calendarCreatedAt === null ? [] : shownSecrets.shownOn(request, context);
  return sendPage(request, reply, ({ texts }) => {
    const { reminders: own } = texts;
    return {
      title: own.title,
      lead: html`${own.lead} <a href="${WITH_REMINDERS}">${own.list}</a>`,
      ...(config.mail !== undefined && { form: POST_FORM }),
      content: html`!${
        address === undefined
          ? ""
          : shownSecrets.secretCard(request, reply, texts, {
              id: "address",
              title: own.newAddress,
              text: own.copyNow,
              copy: own.copyAddress,
              secret: address,
              back: REMINDERS,
              hasPageForm: config.mail !== undefined,
            })
      }
!${
        config.mail === undefined
          ? card({ id: "by-mail", title: own.mails }, html`<p>${own.noMail}</p>`)
          : mailForm(request, reply, texts, { settings, isConfirmed: email_confirmed_at !== null })
      }
!${card({ id: "calendar", title: own.calendar }, calendarForms(request, reply, own, settings))}`,
    };
  });
}

interface MailState {
  readonly settings: reminders.ReminderSettings;
  readonly isConfirmed: boolean;
}

function mailForm(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: Texts,
  { settings, isConfirmed }: MailState,
): string {
  const { reminders: own } = texts;
  const form: FormState = {
    texts,
    labels: { mails: own.mailsLabel },
    constraints: {},
    ...shownForm(request, { mails: settings.mails }),
  };
  return html`<form class="card" id="${PAGE_FORM}" method="post" action="${REMINDERS}" aria-labelledby="by-mail">
<h2 id="by-mail">${own.mails}</h2>
!${errorSummary(form)}
!${csrfField(request, reply)}
!${isConfirmed ? "" : html`<p>${own.unconfirmed} <a href="${PROFILE}">${own.confirm}</a></p>`}
!${select(
    form,
    "mails",
    reminders.MAIL_CHOICES.map((choice) => [choice, own.mailChoices[choice]]),
  )}
!${actions(button(own.save))}
</form>`;
}

function calendarForms(
  request: FastifyRequest,
  reply: FastifyReply,
  own: Texts["reminders"],
  { calendarCreatedAt: createdAt }: reminders.ReminderSettings,
): string {
  const form = (action: string, content: string) =>
    html`<form method="post" action="${action}">
!${csrfField(request, reply)}
!${content}
</form>`;
  if (createdAt === null)
    return html`<p>${own.calendarText}</p>
!${form(CALENDAR, actions(button(own.create)))}`;
  return html`<p>${own.calendarText}</p>
<p>${own.calendarSince} !${time(createdAt)}. ${own.replaceText}</p>
<div class="actions">
!${form(CALENDAR, button(own.replace, "secondary"))}
!${form(REMOVE_CALENDAR, button(own.remove, "danger"))}
</div>`;
}
