import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import { cleanDescription, cleanTitle } from "../page-reading/clean.ts";

export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** Maximum reminders that are read for a calendar: the next ones, and the last ones of the past. */
export const MAX_NEXT = 400;
export const MAX_PAST = 100;

/** Maximum characters of an excerpt in a calendar. */
const MAX_EXCERPT_LENGTH = 500;

/** How long a reminder takes in a calendar, so that every application shows it, in milliseconds. */
const DURATION_MS = 15 * 60 * 1000;

/** How often applications should read the calendar again, in seconds. */
const REFRESH_SECONDS = 60 * 60;

interface Reminder {
  readonly id: number;
  readonly reminder_at: Time | null;
  readonly updated_at: Time;
  readonly title: string;
  readonly link: string;
  readonly excerpt: string;
}

interface Site {
  /** The server's public URL, for links. */
  readonly baseUrl: string;
  /** The name of the server, which is that of the calendar. */
  readonly name: string;
}

/** The reminders of an account as a calendar (RFC 5545). */
export async function read(database: Database, clock: () => number, accountId: number, site: Site): Promise<string> {
  const now = clock();
  const next = await select(database, accountId)
    .where("reminder_at", ">=", now)
    .orderBy("reminder_at")
    .limit(MAX_NEXT)
    .execute();
  const past = await select(database, accountId)
    .where("reminder_at", "<", now)
    .orderBy("reminder_at", "desc")
    .limit(MAX_PAST)
    .execute();
  const visible = [...past.reverse(), ...next].filter(({ place }) => place === "collection" || place === "unsorted");
  return toCalendar(visible, site);
}

function select(database: Database, accountId: number) {
  return database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "items.shelf_id")
    .select(["items.id", "reminder_at", "updated_at", "title", "link", "place"])
    .select(({ fn, lit }) => fn<string>("substr", ["excerpt", lit(1), lit(MAX_EXCERPT_LENGTH)]).as("excerpt"))
    .where("items.account_id", "=", accountId);
}

/**
 * ical-generator escapes texts and folds lines; it has no dependencies and several releases a year. It is imported
 * here because few servers have calendars.
 */
async function toCalendar(reminders: readonly Reminder[], { baseUrl, name }: Site): Promise<string> {
  const { default: ical, ICalAlarmType, ICalEventTransparency } = await import("ical-generator");
  const { host } = new URL(baseUrl);
  const calendar = ical({ name, prodId: "-//Triptych//Reminders//EN", ttl: REFRESH_SECONDS });
  for (const { id, reminder_at: time, updated_at, title, link, excerpt } of reminders) {
    if (time === null) continue;
    const page = `${baseUrl}/bookmarks/items/${id}`;
    const summary = cleanTitle(title);
    const event = calendar.createEvent({
      id: `item-${id}@${host}`,
      start: new Date(time),
      end: new Date(time + DURATION_MS),
      // The same until the item changes, so that the entity tag is.
      stamp: new Date(updated_at),
      lastModified: new Date(updated_at),
      summary,
      description: [cleanDescription(excerpt), page].filter((text) => text !== "").join("\n\n"),
      url: /^https?:/i.test(link) ? (URL.parse(link)?.href ?? page) : page,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
    event.createAlarm({ type: ICalAlarmType.display, trigger: 0, description: summary });
  }
  return calendar.toString();
}
