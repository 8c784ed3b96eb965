/** Turns the text of an environment variable into the value that a setting's schema asks for. */
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { choicesOf, shapeOf } from "./schema-text.ts";

/** The value, or why the text is none. The reason never repeats the text. */
export type FromText = { readonly value: unknown } | { readonly problem: string };

const TRUE = new Set(["true", "1", "yes", "on"]);
const FALSE = new Set(["false", "0", "no", "off"]);

/**
 * Reads text by type: `yes`, `on`, `1` are true; a list is JSON when it begins with `[`, otherwise it is separated by
 * commas; an object is JSON. Only the form is read here; limits and patterns are checked by the schema afterwards.
 */
export function fromText(schema: TSchema, text: string): FromText {
  const choices = choicesOf(schema);
  if (choices) return chosen(choices, text.trim());
  const shape = shapeOf(schema);
  if (shape.anyOf) return firstThatFits(shape.anyOf, text);
  switch (shape.type ?? "") {
    case "boolean":
      return booleanFrom(text.trim());
    case "integer":
      return integerFrom(text.trim());
    case "number":
      return numberFrom(text.trim());
    case "array":
      return listFrom(shape.items, text.trim());
    case "null":
      return text.trim() === "null" ? { value: null } : { problem: "must be null" };
    case "string":
      return { value: text };
    default:
      return jsonFrom(text);
  }
}

function chosen(choices: readonly unknown[], text: string): FromText {
  const match = choices.find((choice) => String(choice) === text);
  return match === undefined ? { problem: `must be one of ${choices.join(", ")}` } : { value: match };
}

/** Text fits nearly everything, so the members that ask for more are tried before it. */
function firstThatFits(members: readonly TSchema[], text: string): FromText {
  const strictFirst = members.toSorted((a, b) => Number(isText(a)) - Number(isText(b)));
  for (const member of strictFirst) {
    const read = fromText(member, text);
    if ("value" in read && Value.Check(member, read.value)) return read;
  }
  // None fits: the whole schema will say so, and it is given the text to judge.
  return { value: text };
}

function isText(schema: TSchema): boolean {
  const shape = shapeOf(schema);
  return shape.type === "string" && shape.const === undefined && shape.enum === undefined;
}

/** A longer text is not a number and not a word for yes or no. */
const MAX_CHARACTERS = 100;

const WHOLE_NUMBER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function booleanFrom(text: string): FromText {
  const word = text.length <= MAX_CHARACTERS ? text.toLowerCase() : "";
  if (TRUE.has(word)) return { value: true };
  if (FALSE.has(word)) return { value: false };
  return { problem: "must be true or false" };
}

function integerFrom(text: string): FromText {
  const value = text.length <= MAX_CHARACTERS && WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? { value } : { problem: "must be a whole number" };
}

function numberFrom(text: string): FromText {
  const value = text.length <= MAX_CHARACTERS && NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? { value } : { problem: "must be a number" };
}

function listFrom(items: TSchema | undefined, text: string): FromText {
  if (text.startsWith("[")) return jsonFrom(text);
  const values: unknown[] = [];
  for (const part of text.split(",")) {
    const item = part.trim();
    if (item === "") continue;
    const read: FromText = items ? fromText(items, item) : { value: item };
    if ("problem" in read) return { problem: `item ${values.length + 1} ${read.problem}` };
    values.push(read.value);
  }
  return { value: values };
}

function jsonFrom(text: string): FromText {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // The parser's own message repeats the text, which may be a secret.
    return { problem: "must be valid JSON" };
  }
}
