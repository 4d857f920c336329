import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Context } from "../../context/context.ts";
import { serverNameOf } from "../../mail/server-name.ts";
import * as registrationPolicy from "../../setup/registration-policy.ts";
import * as serverSettings from "../../setup/server-settings.ts";
import { actions, button } from "../design/button.ts";
import { card } from "../design/card.ts";
import { checkbox, input } from "../design/field.ts";
import { errorSummary, type FormState, type Values } from "../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../design/page-form.ts";
import { SERVER } from "../design/paths.ts";
import { csrfField } from "../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../forms/drafts.ts";
import { submitForm } from "../forms/form-submission.ts";
import { sendPage } from "../forms/layout.ts";
import type { Texts } from "../texts/en.ts";

/** No contract has the settings of the server: their bounds are those of the domain. */
const CONSTRAINTS = { name: { required: true, maxLength: serverSettings.MAX_NAME_LENGTH } } as const;

/** Serves the page where administrators name the server, and open or close registration. */
export function serveServerSettings(scope: FastifyInstance, context: Context): void {
  const { database } = context;

  scope.get("/server", async (request, reply) => {
    const isOpen = await registrationPolicy.isOpen(database, context.config.registration);
    const stored = { name: await serverNameOf(database), open: isOpen ? "1" : "" };
    return settingsPage(request, reply, context, stored, isOpen);
  });

  scope.post("/server", KEEPS_DRAFTS, async (request, reply) => {
    return submitForm(request, reply, async (values) => {
      const isChanged = await serverSettings.save(database, settingsIn(values, context.config.registration));
      await context.serverFacts.reread();
      return { path: SERVER, notice: isChanged ? "server-saved" : "unchanged" };
    });
  });
}

/** The settings in a form. Its choice about registration is ignored if the environment decides. */
function settingsIn(
  { name = "", open }: Values,
  decided: Context["config"]["registration"],
): serverSettings.ServerSettings {
  return { name: name.trim(), isRegistrationOpen: decided === undefined ? open === "1" : undefined };
}

function settingsPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { config }: Context,
  stored: Values,
  isOpen: boolean,
): FastifyReply {
  return sendPage(request, reply, ({ texts }) => {
    const { server } = texts;
    const form: FormState = {
      texts,
      labels: { name: server.name, open: server.open },
      constraints: CONSTRAINTS,
      ...shownForm(request, stored),
    };
    return {
      title: server.title,
      lead: html`${server.lead}`,
      form: POST_FORM,
      content: html`<form class="card" id="${PAGE_FORM}" method="post" action="${SERVER}">
!${errorSummary(form)}
!${csrfField(request, reply)}
!${input(form, { name: "name", hint: server.nameHint })}
<h2>${server.registration}</h2>
!${
        config.registration === undefined
          ? html`!${checkbox(form, "open")}
<p class="hint">${server.openHint}</p>`
          : html`<p>${isOpen ? server.isOpen : server.isClosed} !${fixed(server, "REGISTRATION")}</p>`
      }
!${actions(button(server.save))}
</form>
!${card(
        { id: "environment", title: server.environment },
        html`<dl class="facts"><dt>${server.address}</dt><dd><code>${config.baseUrl}</code> (<code>BASE_URL</code>)</dd><dt>${server.mail}</dt><dd>${config.mail === undefined ? server.noMail : server.sendsMail} (<code>SMTP_URL</code>)</dd></dl>
<p class="hint">${server.environmentText}</p>`,
      )}`,
    };
  });
}

/** Says that an environment variable decides. */
function fixed({ decidedBy }: Texts["server"], variable: string): string {
  return html`${decidedBy} <code>${variable}</code>.`;
}
