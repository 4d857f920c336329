import type { sharing as english, notices as englishNotices } from "./en-sharing.ts";

/** The German texts of the pages on which people share collections. */
export const sharing: typeof english = {
  roles: { owner: "Eigentümer", member: "Mitglied", viewer: "Leser" },
  roleOptions: {
    viewer: "Leser: darf lesen",
    member: "Mitglied: darf Lesezeichen lesen, anlegen, ändern und löschen und andere einladen",
  },
  untitled: "Ohne Titel",
  openCollection: "Sammlung öffnen",
  people: "Personen und Einladungen",
  allShared: "Mit mir geteilt",
  join: {
    title: "Einer Sammlung beitreten",
    offer: (owner, title) => `${owner} teilt die Sammlung ${title} mit Ihnen.`,
    viewer: "Sie treten als Leser bei: Sie dürfen die Lesezeichen der Sammlung und ihrer Untersammlungen lesen.",
    member:
      "Sie treten als Mitglied bei: Sie dürfen die Lesezeichen der Sammlung und ihrer Untersammlungen lesen, anlegen, ändern und löschen und andere einladen.",
    refuse: "Nicht jetzt",
    seen: "Alle in dieser Sammlung sehen Ihren Namen, Eigentümer und Mitglieder auch Ihre E-Mail-Adresse.",
    submit: "Beitreten",
    signIn: "Anmelden und beitreten",
    register: "Konto anlegen",
    invalid:
      "Der Link ist falsch, wurde schon benutzt oder widerrufen oder ist älter als 30 Tage. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.",
    own: "Diese Sammlung gehört Ihnen",
    ownText: "Geben Sie den Link den Personen, mit denen Sie die Sammlung teilen möchten.",
    already: "Sie sind schon beigetreten",
    alreadyText: (title) => `In der Sammlung ${title} dürfen Sie schon, was dieser Link anbietet.`,
  },
  collaborators: {
    title: (collection) => `Personen mit Zugriff auf ${collection}`,
    list: "Personen",
    name: "Name",
    email: "E-Mail-Adresse",
    role: "Rolle",
    joined: "Beigetreten",
    action: "Aktion",
    you: "Sie",
    onlyIn: "Nur in",
    alsoIn: "Auch in",
    more: (count) => `und ${count} weiteren`,
    roleOf: (name) => `Rolle von ${name}`,
    save: "Rolle speichern",
    remove: "Entfernen",
    nobody: "Sie teilen die Sammlung noch mit niemandem",
    nobodyText: "Laden Sie Personen über ihre Adresse ein, oder geben Sie ihnen einen Link.",
    nobodyElse: "Es ist noch niemand sonst beigetreten",
    nextPage: "Weitere Personen",
    everybody: { before: "Alle können diese Sammlung auf ihrer", link: "öffentlichen Seite", after: " lesen." },
    readOnly: "Sie dürfen diese Sammlung lesen. Eigentümer und Mitglieder entscheiden, wer noch Zugriff hat.",
    inherited: "Sie haben Zugriff, weil eine übergeordnete Sammlung mit Ihnen geteilt ist.",
  },
  invite: {
    title: "Personen einladen",
    textMailed:
      "Jede Adresse bekommt eine E-Mail mit einem Link, mit dem eine Person innerhalb von 30 Tagen beitreten kann.",
    textNoMail:
      "Dieser Server verschickt keine E-Mails. Für jede Adresse entsteht unten ein Link, den Sie weitergeben. Eine Person kann damit innerhalb von 30 Tagen beitreten.",
    emails: "E-Mail-Adressen",
    emailsHint: "Bis zu 10, durch Kommas oder Leerzeichen getrennt",
    role: "Rolle",
    submit: "Einladen",
  },
  link: {
    title: "Link erstellen",
    text: "Wer den Link hat, kann innerhalb von 30 Tagen beitreten und ihn weitergeben. Es gibt einen Link für jede Rolle.",
    role: "Rolle derer, die beitreten",
    submit: "Link erstellen",
  },
  pending: {
    title: "Links und Einladungen",
    link: "Link für alle",
    hand: "Geben Sie den Link einer Einladung nur der Person, die Sie eingeladen haben.",
    copy: "Link kopieren",
    expires: "Gültig bis",
    revoke: "Widerrufen",
  },
  end: {
    stop: "Nicht mehr teilen",
    stopText:
      "Alle anderen verlieren den Zugriff auf diese Sammlung und ihre Untersammlungen, und deren Links und Einladungen gelten nicht mehr. Die Lesezeichen bleiben, und öffentliche Seiten bleiben öffentlich. Das lässt sich nicht rückgängig machen.",
    leave: "Sammlung verlassen",
    leaveText:
      "Sie verlieren den Zugriff auf die Sammlung und ihre Untersammlungen, außer jemand lädt Sie wieder ein. Die Lesezeichen, die Sie hinzugefügt haben, bleiben.",
  },
  shared: {
    title: "Mit mir geteilt",
    lead: "Sammlungen anderer, die Sie benutzen dürfen, und Einladungen zu weiteren.",
    invitations: "Einladungen",
    invited: (owner) => `von ${owner}`,
    accept: "Annehmen",
    decline: "Ablehnen",
    unconfirmed: "Einladungen an Ihre Adresse erscheinen hier, wenn Sie sie bestätigt haben:",
    collections: "Sammlungen",
    collection: "Sammlung",
    owner: "Eigentümer",
    role: "Rolle",
    action: "Aktion",
    leave: "Verlassen",
    none: "Noch teilt niemand eine Sammlung mit Ihnen",
    noneText: "Öffnen Sie den Link einer Einladung, um einer beizutreten.",
    own: "Ihre Lesezeichen",
  },
};

/** What confirms an action of these pages. */
export const notices: typeof englishNotices = {
  "sharing-joined": "Sie sind der Sammlung beigetreten.",
  "sharing-declined": "Sie haben die Einladung abgelehnt.",
  "sharing-ended": "Diese Einladung wurde schon benutzt oder zurückgezogen.",
  "sharing-left": "Sie haben die Sammlung verlassen.",
  "sharing-stopped": "Die Sammlung wird nicht mehr geteilt.",
  "sharing-invited": "Die Personen sind eingeladen.",
  "sharing-mailed": "Die Personen sind eingeladen und bekommen eine E-Mail.",
  "sharing-not-mailed":
    "Die Personen sind eingeladen, aber einige bekommen keine E-Mail, weil zu viele verschickt wurden. Geben Sie ihnen ihre Links von unten.",
  "sharing-link": "Der Link steht unten.",
  "sharing-revoked": "Die Einladung ist widerrufen.",
  "sharing-role": "Die Rolle wurde geändert. Alle Links und Einladungen sind beendet.",
  "sharing-role-unchanged": "Nichts wurde geändert: Die Person hat diese Rolle schon.",
  "sharing-removed": "Die Person wurde entfernt. Alle Links und Einladungen sind beendet.",
};
