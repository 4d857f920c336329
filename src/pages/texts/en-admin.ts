/** The English texts of a new secret, such as an API key. */
export const shownSecrets = {
  until: "This page shows it for 10 minutes, or until you confirm that you have copied it, and never again.",
  confirm: "I have copied it",
};

/** The English texts of the settings of the server. */
export const server = {
  title: "Server",
  lead: "Settings for everybody who uses this server.",
  name: "Name of the server",
  nameHint: "In the header and the title of all pages, and in mails",
  registration: "Registration",
  open: "Anybody may create an account on this server",
  openHint: "If not, only administrators create accounts, on the page of users.",
  isOpen: "Anybody may create an account.",
  isClosed: "Only administrators create accounts.",
  decidedBy: "This can't be changed here, because it is set by the environment variable",
  save: "Save",
  environment: "Set where the server is started",
  address: "Public address",
  mail: "Mail",
  sendsMail: "The server sends mails.",
  noMail: "The server sends no mails, so nobody can replace a forgotten password without an administrator.",
  environmentText: "These change with environment variables and a restart.",
};

/** The English texts for the time before a server has an administrator, and for one that is closed. */
export const firstMinute = {
  title: "This server is waiting for its setup",
  text: "It has no administrator yet. To become the administrator, open the setup link: it is in the log of the server since its last start, and valid for an hour. A restart makes a new one.",
  registering: "Registering does not replace the setup: it creates an ordinary account, which administers nothing.",
  link: "Set up this server",
  noAdministrator: "This server has no administrator yet, and registering does not make you one.",
  signInOnly: { title: "Sign in", text: "Keep bookmarks, and create API keys." },
};

/** What confirms an action of these pages. */
export const adminNotices = {
  "secret-copied": "It is not shown any more.",
  "server-saved": "The settings of the server are saved.",
  "webhook-created": "The webhook was created.",
};
