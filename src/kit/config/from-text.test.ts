import { Type, type TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { fromText } from "./from-text.ts";

const Level = Type.Union([Type.Literal("info"), Type.Literal("warn")]);

describe("text becomes the value that the schema asks for", () => {
  const cases: [string, TSchema, string, unknown][] = [
    ["true", Type.Boolean(), "true", true],
    ["yes, in capitals", Type.Boolean(), " YES ", true],
    ["off", Type.Boolean(), "off", false],
    ["0 as a boolean", Type.Boolean(), "0", false],
    ["a whole number", Type.Integer(), " -12 ", -12],
    ["a fraction", Type.Number(), "2.5e3", 2500],
    ["text, spaces kept", Type.String(), " a, b ", " a, b "],
    ["a fixed choice", Level, "warn", "warn"],
    ["an enum", Type.Enum(["a", "b"]), "b", "b"],
    ["a list by commas", Type.Array(Type.String()), "a, b ,,c", ["a", "b", "c"]],
    ["a list of numbers", Type.Array(Type.Integer()), "1,2", [1, 2]],
    ["an empty list", Type.Array(Type.String()), " ", []],
    ["a list as JSON", Type.Array(Type.String()), '["a,b"]', ["a,b"]],
    ["an object", Type.Object({ a: Type.Integer() }), '{"a":1}', { a: 1 }],
    ["an optional number", Type.Optional(Type.Integer()), "5", 5],
    ["a number rather than its text", Type.Union([Type.String(), Type.Integer()]), "5", 5],
    ["text where no number is", Type.Union([Type.Integer(), Type.String()]), "five", "five"],
    ["null where it is allowed", Type.Union([Type.Integer(), Type.Null()]), "null", null],
  ];
  test.each(cases)("%s", (_name, schema, text, value) => {
    expect(fromText(schema, text)).toEqual({ value });
  });
});

describe("text of the wrong form is refused without repeating it", () => {
  const cases: [string, TSchema, string, string][] = [
    ["boolean", Type.Boolean(), "maybe", "must be true or false"],
    ["integer with a fraction", Type.Integer(), "1.5", "must be a whole number"],
    ["integer in hexadecimal", Type.Integer(), "0x10", "must be a whole number"],
    ["integer past 2^53", Type.Integer(), "9007199254740993", "must be a whole number"],
    ["number", Type.Number(), "Infinity", "must be a number"],
    ["choice", Level, "loud", "must be one of info, warn"],
    ["list item", Type.Array(Type.Integer()), "1,x", "item 2 must be a whole number"],
    ["object", Type.Object({}), "{secret", "must be valid JSON"],
  ];
  test.each(cases)("%s", (_name, schema, text, problem) => {
    expect(fromText(schema, text)).toEqual({ problem });
  });
});
