/** Takes people who were erased out of a tribe's names and log, before they are stored. */
import { asPattern } from "../../../../kit/text/as-pattern.ts";
import { parseTribeLogLine, type TribeEvent, type TribeLogLine } from "../tribe-log.ts";

/** The replacement of a name. */
export const ERASED = "[erased]";

const WITH_ID = /\bwith ID (\d{1,19})\b/g;

/** The player ids that lines name, in decimal. */
export function idsInLog(lines: readonly TribeLogLine[]): readonly string[] {
  return [...new Set(lines.flatMap(({ text }) => Array.from(text.matchAll(WITH_ID), ([, id = ""]) => id)))];
}

/** The names that lines give to the players of some ids. */
export function namesInLog(lines: readonly TribeLogLine[], isErased: (id: string) => boolean): readonly string[] {
  return lines.flatMap(({ event }) => {
    const people = event ? peopleOf(event) : [];
    return people.filter(({ id }) => id !== undefined && isErased(String(id))).map(({ name }) => name);
  });
}

/**
 * A line without people: without the given names and the ids of erased players. A name is removed wherever it is a
 * whole word, even where it may mean something else.
 */
export function withoutPeople(
  line: TribeLogLine,
  names: readonly string[],
  isErased: (id: string) => boolean,
): TribeLogLine {
  let text = withoutNames(line.text, names);
  text = text.replace(WITH_ID, (whole: string, id: string) => (isErased(id) ? `with ID ${ERASED}` : whole));
  text = text.replaceAll(`${ERASED} with ID ${ERASED}`, ERASED);
  if (text === line.text) return line;
  const { day, hour, minute, second, color } = line;
  const { event } = parseTribeLogLine(`Day ${day}, ${clock(hour)}:${clock(minute)}:${clock(second)}: ${text}`) ?? {};
  return { day, hour, minute, second, text, ...(color ? { color } : {}), ...(event ? { event } : {}) };
}

/** A text without some names, wherever they stand as a whole. */
export function withoutNames(text: string, names: readonly string[]): string {
  // Longer names first: one may be a part of another.
  return [...names].sort((one, other) => other.length - one.length).reduce(withoutName, text);
}

function withoutName(text: string, name: string): string {
  if (name.trim() === "") return text;
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${asPattern(name)}(?![\\p{L}\\p{N}_])`, "gu");
  return text.replace(whole, ERASED);
}

function clock(part: number): string {
  return String(part).padStart(2, "0");
}

function peopleOf(event: TribeEvent): readonly { readonly name: string; readonly id?: bigint }[] {
  const people = "member" in event ? [event.member] : [];
  return "by" in event && event.by ? [...people, event.by] : people;
}
