/** A save's additions to a tribe's log. */
import { HOUR_SECONDS } from "../../../../kit/time/spans.ts";
import { parseTribeLogLine, type TribeLogLine } from "../tribe-log.ts";
import { marksOf, overlapOf } from "./log-window.ts";

export interface LogNews {
  /** Lines that the file did not have when it was read before, the oldest first. */
  readonly lines: readonly TribeLogLine[];
  /** Whether the log goes on where it ended before. If not, some of the lines may be known from elsewhere. */
  readonly goesOn: boolean;
  /** Of the whole log, to be kept for the next time. */
  readonly marks: Buffer;
}

/** @param before what was kept as `marks` of the file; undefined when it is new. */
export function logNews(log: readonly string[], before: Uint8Array | undefined): LogNews {
  const marks = marksOf(log);
  const known = before ? overlapOf(before, marks) : 0;
  return { lines: readLines(log, known), goesOn: known > 0 || log.length === 0, marks };
}

type Time = Pick<TribeLogLine, "day" | "hour" | "minute" | "second">;

/** A line without a time of its own has that of the line before it. */
function readLines(log: readonly string[], from: number): readonly TribeLogLine[] {
  let time: Time = timeBefore(log, from);
  return log.slice(from).flatMap((text): readonly TribeLogLine[] => {
    const line = parseTribeLogLine(text) ?? { ...time, text: text.trim() };
    time = { day: line.day, hour: line.hour, minute: line.minute, second: line.second };
    return line.text === "" ? [] : [line];
  });
}

function timeBefore(log: readonly string[], from: number): Time {
  for (let index = from - 1; index >= 0; index--) {
    const line = parseTribeLogLine(log[index] ?? "");
    if (line) return line;
  }
  return { day: 0, hour: 0, minute: 0, second: 0 };
}

/** Seconds of the game's day. */
export function secondOfDay({ hour, minute, second }: TribeLogLine): number {
  return hour * HOUR_SECONDS + minute * 60 + second;
}

/** The event of a line, as JSON: ids are strings. Null where its wording is not known. */
export function eventJson({ event }: TribeLogLine): string | null {
  if (!event) return null;
  return JSON.stringify(event, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}
