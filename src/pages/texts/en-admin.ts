/** The English texts of a new secret, such as an API key. */
export const shownSecrets = {
  until: "This page shows it for 10 minutes, or until you confirm that you have copied it, and never again.",
  confirm: "I have copied it",
};

/** What confirms an action of these pages. */
export const adminNotices = {
  "secret-copied": "It is not shown any more.",
  "webhook-created": "The webhook was created.",
};
