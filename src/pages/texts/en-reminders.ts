/** The English texts of the page of reminders. */
export const reminders = {
  title: "Reminders",
  lead: "How you are reminded of bookmarks with a date. Webhooks get the event reminder.due.",
  list: "Bookmarks with reminders",
  mails: "Mails",
  mailsLabel: "Mail me reminders",
  mailChoices: { en: "Yes, in English", de: "Yes, in German", none: "No" },
  save: "Save",
  noMail: "This server sends no mail.",
  unconfirmed: "You get mails once your e-mail address is confirmed.",
  calendar: "Calendar of reminders",
  calendarText:
    "Calendar applications can subscribe to your reminders. Whoever knows the address can read them, so keep it secret.",
  calendarSince: "There is an address since",
  create: "Make an address",
  replace: "New address",
  replaceText: "A new address ends the old one.",
  remove: "Remove address",
  newAddress: "The address of your calendar",
  copyNow: "Copy it now, and subscribe to it in your calendar application.",
  copyAddress: "Copy address",
};

/** What confirms an action of this page. */
export const reminderNotices = {
  "reminders-saved": "Your choice was saved.",
  "calendar-removed": "The address of your calendar is removed. It no longer works.",
};
