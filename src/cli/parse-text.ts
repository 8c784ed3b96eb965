/** Texts that people read later, as options take them: one without words says nothing to them. */
import { InvalidArgumentError } from "commander";

/** Control characters and the like, which terminals obey, and what breaks lines. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** A text of `min` to `max` characters, such as a reason. */
export function parseText(min: number, max: number): (text: string) => string {
  return (text) => {
    if (text.trim().length >= min && text.length <= max) return text;
    throw new InvalidArgumentError(`It must have ${min} to ${max} characters.`);
  };
}

/** A name or label for lists: one line of 1 to `max` characters, without blanks around it. */
export function parseLine(max: number): (text: string) => string {
  return (text) => {
    const line = text.trim();
    if (line !== "" && line.length <= max && !UNPRINTABLE.test(line)) return line;
    throw new InvalidArgumentError(`It must be one line of 1 to ${max} characters.`);
  };
}
