/** The English texts of the pages of one's own account. */
export const profile = {
  title: "Profile",
  lead: "Your name, language, e-mail address and password.",
  name: "Name",
  language: "Language of the APIs",
  languageHint:
    "Programs that use the APIs see this language. You choose the language of these pages at the bottom of each page.",
  save: "Save",
  email: "E-mail address",
  currentEmail: "Your current address is",
  newEmail: "New e-mail address",
  changeEmail: "Change e-mail address",
  confirmed: "confirmed",
  unconfirmed: "not confirmed",
  mailedLink:
    "We mail a link to the new address. The address changes when you open the link, within 24 hours. Until then, you sign in with the old one.",
  noMail:
    "The new address takes effect at once: from then on, you sign in with it. This server sends no mail to confirm it.",
  whyPassword: "So that nobody can take over your account from an open browser",
  unconfirmedTitle: "Your address is not confirmed",
  unconfirmedText:
    "Open the link that we mailed to this address. If it did not arrive or is older than 24 hours, you can ask for another.",
  sendAgain: "Send another link",
  password: "Password",
  passwordText: "A new password signs you out in all browsers.",
  changePassword: "Change password",
  remindersText: "E-mails about bookmarks with a date, and a calendar of them.",
  passwordWarning: "This signs you out everywhere, including here. Your API keys stay valid.",
  currentPassword: "Current password",
  newPassword: "New password",
};

export const sessions = {
  title: "Sessions",
  lead: "The browsers in which you are signed in, and your latest sign-ins.",
  browsers: "Signed-in browsers",
  browser: "Browser",
  network: "Network",
  signedIn: "Signed in",
  lastUsed: "Last used",
  action: "Action",
  unknown: "Unknown",
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownBrowserOn: (system: string) => `Unknown browser on ${system}`,
  kept: "Kept signed in",
  current: "This browser",
  end: "Sign out",
  everywhere: "Sign out everywhere",
  everywhereText:
    "This ends all sessions and login tokens, and signs you out in this browser too. API keys, webhooks and shared collections stay: end those under Access.",
  history: "Sign-in history",
};

export const access = {
  title: "Access to your account",
  lead: "Everything besides your browsers that can read or change your data, and the collections that others share with you.",
  end: "End all access",
  endText:
    "This revokes all API keys, deletes all webhooks, removes the address of your calendar, ends the sharing of your collections with all invitations, leaves the collections of others, and signs you out everywhere, in this browser too. Public collections stay public. You can't undo this.",
  sessions: "See your sessions",
  none: "None",
  keys: "API keys",
  webhooks: "Webhooks",
  url: "URL",
  created: "Created",
  calendars: "Calendar of reminders",
  calendar: "Calendar",
  shared: "Your collections that others may use",
  collection: "Collection",
  people: "People",
  invitations: "Open invitations",
  joined: "Collections of others that you may use",
  owner: "Owner",
  published: "Your public collections",
  readers: "Readers",
  anyone: "Anyone",
};

export const data = {
  title: "Your data",
  download: "Download your data",
  downloadText:
    "A JSON file with everything that this server stores about you: account, settings, browsers, sign-ins, API keys and webhooks without their secrets, collections with those who share them, and bookmarks. Uploaded files are listed, not included.",
  files: "Download them in the ZIP archive of your bookmarks",
  remove: "Delete your account",
  removeText:
    "Your sessions and API keys stop working immediately, and nobody can see your collections any more. Your e-mail address becomes available again. You can't undo this.",
  confirm: "Delete my account for good",
};
