import type { Time } from "../../../database/schema/columns.ts";

/** How far in the future a time of a file may be: clocks differ. */
const MAX_AHEAD = 24 * 60 * 60 * 1000;

/** Milliseconds from the beginning of 1601, since which WebKit counts, to 1970. */
const FROM_1601 = Date.UTC(1970, 0) - Date.UTC(1601, 0);

/** There was no Web before. */
const MIN_FROM_1601 = Date.UTC(1990, 0);

/** ISO 8601, with a `T` or a space before the time of day; also with the slashes and the `UTC` of Diigo's exports. */
const ISO =
  /^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d|[+-]\d\d)?)?$/i;

/** ISO 8601 in its basic form, without separators. */
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d|[+-]\d\d)?$/i;

/** RFC 5322, 3.3, with the zones and the years of two digits that it calls obsolete, and a comment after the zone. */
const RFC =
  /^(?:[a-z]{3}, ?)?(\d{1,2}) ([a-z]{3}) (\d{2}|\d{4}) (\d\d:\d\d(?::\d\d)?)(?: ([+-]\d{4}|ut|utc|gmt|z|[ecmp][sd]t))?(?: ?\([^()]*\))?$/i;

/**
 * Reads a time of a file: ISO 8601, RFC 5322, or a number of seconds, milliseconds or microseconds since 1970. A number
 * that would be more than a day after `now` counts from 1601, as browsers write it. Without a zone it is UTC. Undefined
 * for anything else, and for times before 1970 and more than a day after `now`.
 */
export function toTime(written = "", now: Time): Time | undefined {
  const text = written.trim();
  const latest = now + MAX_AHEAD;
  const time = /^\d{1,20}$/.test(text) ? fromNumber(Number(text), latest) : (fromIso(text) ?? fromRfc(text));
  return time !== undefined && time > 0 && time <= latest ? time : undefined;
}

function fromNumber(number: number, latest: Time): Time | undefined {
  const time = Math.floor(number * unitOf(number));
  if (time <= latest) return time;
  const sooner = time - FROM_1601;
  return sooner >= MIN_FROM_1601 ? sooner : undefined;
}

/** Milliseconds per unit, by the size of the number: as seconds, 1e11 would be in the year 5138. */
function unitOf(number: number): number {
  if (number > 1e14) return 1 / 1000;
  return number > 1e11 ? 1 : 1000;
}

function fromIso(text: string): Time | undefined {
  const extended = text.replace(BASIC, (_all, year, month, day, hour, minute, second = "00", zone = "Z") => {
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
  });
  const [all, year, , month, day, time = "00:00", zone = "Z"] = ISO.exec(extended) ?? [];
  // `Date.parse` reads February 30 as a day in March.
  if (all === undefined || Number(day) > daysIn(Number(year), Number(month))) return undefined;
  const hours = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2");
  return parse(`${year}-${month}-${day}T${time.replace(",", ".")}${hours.toUpperCase().replace("UTC", "Z")}`);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function fromRfc(text: string): Time | undefined {
  const [all, day, month, year = "", time, zone = "GMT"] = RFC.exec(text.replace(/\s+/g, " ")) ?? [];
  if (all === undefined) return undefined;
  // RFC 5322, 4.3: years of two digits up to 49 are after 2000.
  const century = year.length > 2 ? "" : Number(year) < 50 ? "20" : "19";
  return parse(`${day} ${month} ${century}${year} ${time} ${zone}`);
}

function parse(text: string): Time | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
