/** How PostgreSQL's values become ours and back. Set per connection, so that no other user of `pg` is touched. */
import { types } from "pg";
import { formatInstant, type Instant } from "../time/instant.ts";

type Parse = (text: string) => unknown;

type Oid = Parameters<typeof types.getTypeParser>[0];

/** The parsers that differ from `pg`'s own, by type number (`select oid, typname from pg_type`). */
const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [20, parseInteger], // int8
  [1016, (text) => parseArray(text, parseInteger)], // int8[]
  [1184, parseTimestamp], // timestamptz
  [1185, (text) => parseArray(text, parseTimestamp)], // timestamptz[]
  [114, asText], // json
  [3802, asText], // jsonb
  [1082, asText], // date: pg would make it midnight in the zone of this machine
  [1114, asText], // timestamp without time zone: no instant
  [1186, asText], // interval
]);

/** The `types` of a `pg` connection. */
export const valueTypes = {
  getTypeParser(oid: Oid, format?: "text" | "binary"): Parse {
    const theirs = types.getTypeParser(oid, format) as Parse;
    return format === "binary" ? theirs : (PARSERS.get(oid) ?? theirs);
  },
};

/**
 * An instant as a parameter of a statement: RFC 3339 text, which PostgreSQL reads to the microsecond.
 *
 * @example
 * { name: "expire", text: "update t set expires_at = $1", values: [timestamp(clock.now())] }
 */
export function timestamp(instant: Instant): string {
  return formatInstant(instant);
}

function asText(text: string): string {
  return text;
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("a bigint of the database is past 2^53");
  return value;
}

/**
 * `2025-10-09 17:05:37.793149+00`: style ISO, zone UTC, which all our connections set. An `Instant` reaches from 1684
 * to 2255; years before 1000 are left out here because `Date.UTC` would read some of them as of another century.
 */
const TIMESTAMP = /^([1-9]\d{3})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\+00$/;

function parseTimestamp(text: string): Instant {
  const [, year, month, day, hour, minute, second, fraction = ""] = TIMESTAMP.exec(text) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const micros = at * 1000 + Number(fraction.padEnd(6, "0"));
  if (!Number.isSafeInteger(micros)) throw new RangeError("a timestamptz of the database is not one of our instants");
  return micros as Instant;
}

/** One dimension, elements without commas: all that numbers and instants need. */
function parseArray<Element>(text: string, parse: (text: string) => Element): (Element | null)[] {
  if (text === "{}") return [];
  if (text.startsWith("{{") || !text.startsWith("{")) throw new RangeError("only arrays of one dimension are read");
  return text
    .slice(1, -1)
    .split(",")
    .map((element) => (element === "NULL" ? null : parse(element.replace(/^"|"$/g, ""))));
}
