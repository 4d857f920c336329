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
  openHint: "If not, only administrators create accounts, on the page Users.",
  isOpen: "Anybody may create an account.",
  isClosed: "Only administrators create accounts.",
  decidedBy: "This can't be changed here, because it is set by the environment variable",
  save: "Save",
  environment: "Set by environment variables",
  address: "Public address",
  mail: "Mail",
  sendsMail: "The server sends mails.",
  noMail: "The server sends no mails, so nobody can replace a forgotten password without an administrator.",
  environmentText: "To change them, set the variables and restart the server.",
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

/** The English texts of what the levels of users may do, and of passwords that their owners choose. */
export const userForm = {
  localeHint: "Programs that use the APIs see this language.",
  levelsTitle: "What the levels may do",
  levelTexts: {
    "1": "Uses bookmarks, API keys, webhooks and their own account.",
    "2": "The same as level 1. Programs that read the level through the API may give it more rights.",
    "3": "The same as level 2.",
    "4": "Also creates, changes and deletes users, reads the audit log, and changes the settings of the server.",
  },
  levelWrites: "Also creates, changes and deletes products.",
  passwordMailed: "Leave empty to mail the person a link to choose one",
  passwordLink: "Leave empty to get a link with which the person can choose one",
};

/** The English texts of the links between the pages of an account. */
export const accountNavigation = {
  label: "Account",
  administration: "Administration",
  sections: {
    profile: "Profile",
    sessions: "Sessions",
    access: "Access",
    apiKeys: "API keys",
    webhooks: "Webhooks",
    reminders: "Reminders",
    data: "Your data",
    users: "Users",
    audit: "Audit log",
    server: "Server",
  },
};

/** What confirms an action of these pages. */
export const adminNotices = {
  "secret-copied": "It is not shown any more.",
  "server-saved": "The settings of the server are saved.",
  "created-mailed": "The user was created. A link to choose a password is on its way to them, and valid for 3 days.",
  "created-link": "The user was created. With the link below they choose a password, within 3 days.",
  "webhook-created": "The webhook was created.",
};
