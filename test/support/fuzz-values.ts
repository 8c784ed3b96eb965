/** Values for a JSON schema as fast-check makes them: ones that fit, ones that almost fit, and garbage. */
import fc from "fast-check";
import type { TSchema } from "typebox";

interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** No list, text or object that is meant to fit is larger than this. */
const MAX_SIZE = 20;
/** Nor is a text that follows a pattern: a pattern of fixed length may ask for more than `MAX_SIZE`. */
const MAX_MATCHING = 80;

/** Values that fit the schema, as far as JSON schema words that this knows can tell. */
export function fitting(schema: TSchema | Shape): fc.Arbitrary<unknown> {
  const shape = schema as Shape;
  if ("const" in shape) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map(fitting));
  switch (Array.isArray(shape.type) ? (shape.type as string[])[0] : shape.type) {
    case "object":
      return fittingObject(shape);
    case "array":
      return fc.array(shape.items ? fitting(shape.items) : fc.jsonValue(), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.max(shape.minItems ?? 0, Math.min(shape.maxItems ?? 5, 5)),
      });
    case "string":
      return fittingText(shape);
    case "integer":
      return fc.oneof(
        fc.integer({ min: Math.ceil(shape.minimum ?? -1000), max: Math.floor(shape.maximum ?? 1_000_000) }),
        fc.constantFrom(shape.minimum ?? 0, shape.maximum ?? 1).map(Math.trunc),
      );
    case "number":
      return fc.double({ min: shape.minimum ?? -1e6, max: shape.maximum ?? 1e6, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Values that fit but for one thing: a member that is missing, too many, of another type or out of bounds. */
export function nearly(schema: TSchema): fc.Arbitrary<unknown> {
  return fc.tuple(fitting(schema), fc.nat(), fc.nat(3), fc.oneof(garbage, oddText)).map(([value, at, way, other]) => {
    if (typeof value !== "object" || value === null) return other;
    const names = Object.keys(value);
    const name = names[at % Math.max(1, names.length)];
    if (Array.isArray(value))
      return way === 0 ? Array.from({ length: 2000 }, () => value[0] as unknown) : [...value, other];
    const entries = Object.entries(value);
    if (way === 0) return Object.fromEntries(entries.filter(([each]) => each !== name));
    if (way === 1) return { ...value, [typeof other === "string" ? other.slice(0, 20) : "stranger"]: other };
    return Object.fromEntries(entries.map(([each, member]) => [each, each === name ? other : (member as unknown)]));
  });
}

/** Texts with which something was broken before: odd Unicode, other people's syntax, huge ones. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "\u202e",
    "İ",
    "ß",
    "null",
    "undefined",
    "true",
    "-1",
    "0",
    "1e309",
    "NaN",
    "99999999999999999999",
    "__proto__",
    "constructor",
    "toString",
    "../../etc/passwd",
    "..",
    "%",
    "_",
    "'",
    "';--",
    '"',
    "\\",
    "$1",
    "{{1}}",
    "<script>",
    "\r\nX-Injected: 1",
    "latest",
    "[]",
    "{}",
    "2025-02-30T00:00:00Z",
    "9999-12-31T23:59:59.999999Z",
    "(a+)+$",
  ),
  fc.nat(3000).map((length) => "x".repeat(length)),
  fc.constantFrom("y".repeat(9_000), "é".repeat(2_000), "💥".repeat(1_000)),
);

/** Any JSON there is, deep and wide ones too. */
export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  oddText,
  fc.constantFrom<unknown>(null, true, 0, -0, 1e308, -1e-308, 2 ** 53, [], {}, [[]], [null], { "": null }),
  fc.nat(80).map((depth) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], "deep")),
  fc.nat(80).map((depth) => Array.from({ length: depth }).reduce<unknown>((inner) => ({ a: inner }), 1)),
  fc.dictionary(oddText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 5 }),
);

function fittingObject({ properties = {}, required = [], patternProperties }: Shape): fc.Arbitrary<unknown> {
  const [pattern] = Object.entries(patternProperties ?? {});
  if (pattern) return fc.dictionary(matching(pattern[0]), fitting(pattern[1]), { maxKeys: 3 });
  const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fitting(each)]));
  return fc.record(members, { requiredKeys: required.filter((name) => name in members) });
}

function fittingText({ pattern, format, minLength = 0, maxLength }: Shape): fc.Arbitrary<string> {
  if (pattern !== undefined) {
    return matching(pattern, maxLength ?? MAX_MATCHING).map((text) => text.padEnd(minLength, "a"));
  }
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === "uri") return fc.webUrl();
  const longest = maxLength ?? MAX_SIZE;
  const size = { minLength, maxLength: Math.max(minLength, Math.min(longest, MAX_SIZE)) };
  // The longest one seldom: a document of many members would nearly always be huge.
  return fc.oneof(
    { weight: 5, arbitrary: fc.string(size) },
    { weight: 4, arbitrary: fc.string({ ...size, unit: "grapheme" }) },
    { weight: 1, arbitrary: fc.constant("z".repeat(Math.min(longest, 5_000))) },
  );
}

/** Patterns that fast-check cannot follow (look-around, Unicode classes) are answered with plain text. */
function matching(pattern: string, maxLength = MAX_MATCHING): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, MAX_MATCHING) });
  } catch {
    return fc.string({ maxLength: MAX_SIZE });
  }
}
