/** The English texts of the page of reminders. */
export const reminders = {
  title: "Reminders",
  lead: "How you are reminded of bookmarks with a date. Webhooks get the event reminder.due.",
  list: "Bookmarks with reminders",
  mails: "E-mail",
  mailsLabel: "Send reminders by e-mail",
  mailChoices: { en: "Yes, in English", de: "Yes, in German", none: "No" },
  save: "Save",
  noMail: "This server sends no mail.",
  unconfirmed: "You get e-mails once your e-mail address is confirmed.",
  confirm: "Confirm it in your profile",
  calendar: "Calendar of reminders",
  calendarText:
    "Calendar applications can subscribe to your reminders. Whoever knows the address can read them, so keep it secret.",
  calendarSince: "This calendar has had an address since",
  create: "Create an address",
  replace: "Replace address",
  replaceText: "Replacing it stops calendars that use the old address.",
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
