/** Text from paths, queries and forms, converted to the schema's type. */
import type { TSchema } from "typebox";

export type Convert = (sent: unknown) => unknown;

interface Shape {
  readonly type?: string;
  readonly items?: TSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
}

/**
 * Prepares the conversion to one schema: `"30"` for an integer, `"true"` for a boolean, one value for a list and,
 * where case does not matter, an enumerated text in the schema's own spelling. Text that does not convert stays
 * unchanged and fails the check that follows.
 */
export function converter(schema: TSchema, ignoreCase: boolean): Convert {
  const { type, items } = schema as Shape;
  if (type === "array") {
    const item = items ? converter(items, ignoreCase) : (sent: unknown) => sent;
    // `Array.from` makes holes visible: a list that was sent as `name[1]=x` alone must not pass for a list of one.
    return (sent) => (Array.isArray(sent) ? Array.from(sent, item) : [item(sent)]);
  }
  const convert = type === undefined || type === "string" ? spellings(schema, ignoreCase) : CONVERSIONS[type];
  if (!convert) return (sent) => sent;
  return (sent) => (typeof sent === "string" && sent.length <= MAX_CHARACTERS ? (convert(sent) ?? sent) : sent);
}

/** True for a schema of lists. */
export function takesList(schema: TSchema): boolean {
  return (schema as Shape).type === "array";
}

/**
 * A longer text is none of what is converted here. It is left as it was sent, so that nothing matches or copies a text
 * as long as a whole body. The shortest text of a number has at most 24 characters.
 */
const MAX_CHARACTERS = 100;

const INTEGER = /^[+-]?\d{1,15}$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const BOOLEANS: Readonly<Record<string, boolean | undefined>> = Object.assign(
  Object.create(null) as Record<string, boolean>,
  { true: true, "1": true, false: false, "0": false },
);

/** By type: the value of a text, or undefined for a text that has none. */
const CONVERSIONS: Readonly<Record<string, ((text: string) => unknown) | undefined>> = {
  integer: (text) => (INTEGER.test(text) ? Number(text) : undefined),
  number: (text) => (NUMBER.test(text) ? Number(text) : undefined),
  boolean: (text) => BOOLEANS[text.toLowerCase()],
};

/** An enumerated text in the schema's own spelling, where case does not matter; undefined where nothing is converted. */
function spellings(schema: TSchema, ignoreCase: boolean): ((text: string) => unknown) | undefined {
  const choices = ignoreCase ? enumerated(schema) : [];
  if (choices.length === 0) return undefined;
  const spelling = new Map(choices.map((choice) => [choice.toLowerCase(), choice]));
  return (text) => spelling.get(text.toLowerCase());
}

function isText(sent: unknown): sent is string {
  return typeof sent === "string";
}

/** The texts that a schema allows, where it allows only certain ones. */
function enumerated({ enum: values, const: value, anyOf }: Shape): string[] {
  if (typeof value === "string") return [value];
  if (values) return values.filter(isText);
  return (anyOf ?? []).flatMap(enumerated);
}
