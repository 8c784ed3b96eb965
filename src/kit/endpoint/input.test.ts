import fc from "fast-check";
import { Type, type TObject, type TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { AppError } from "../errors/catalogue.ts";
import type { AnyEndpoint, InputSchemas } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import { inputParser, type ParsedInput, type RawInput } from "./input.ts";
import { json } from "./output.ts";
import { slowerThanLinear } from "../../../test/support/slower-than-linear.ts";

const refusal = new AppError({ code: "x", status: 400, says: "x" });
const plainForm: ServiceForm = {
  name: "test",
  title: "Test",
  version: "1",
  description: "",
  prefixes: [""],
  bodyBytes: 1,
  publicKinds: ["public"],
  security: { schemes: {}, byKind: {} },
  unknownMembers: { query: "ignore", body: "refuse" },
  errorSchema: Type.Object({}),
  authenticate: () => undefined,
  invalidInput: () => refusal,
  refusal: () => refusal,
  renderError: () => ({}),
};

const bare: AnyEndpoint = {
  id: "test.read",
  method: "POST",
  path: "/",
  auth: "public",
  summary: "",
  input: {},
  output: json(Type.Null()),
  errors: [],
  examples: [],
  run: () => null,
};

/** A name with capitals where `number` has ones in binary. */
function spelled(name: string, number: number): string {
  return Array.from(name.toLowerCase(), (letter, at) =>
    ((number >> at) & 1) === 1 ? letter.toUpperCase() : letter,
  ).join("");
}

function read(input: InputSchemas, raw: Partial<RawInput>, changes: Partial<ServiceForm> = {}): ParsedInput {
  return inputParser(
    { ...bare, input },
    { ...plainForm, ...changes },
  )({
    path: {},
    query: {},
    headers: {},
    body: undefined,
    ...raw,
  });
}

const query = (schema: TObject, sent: Record<string, unknown>, changes: Partial<ServiceForm> = {}) => {
  const parsed = read({ query: schema }, { query: sent }, changes);
  return parsed.ok ? parsed.input["query"] : parsed.issues.map(({ path, keyword }) => `${path.join(".")} ${keyword}`);
};

describe("text is converted to the schema's type", () => {
  const one = (schema: TSchema, sent: unknown, changes: Partial<ServiceForm> = {}): unknown => {
    const value = query(Type.Object({ x: schema }), { x: sent }, changes);
    return Array.isArray(value) ? "refused" : (value as { x: unknown }).x;
  };

  test("whole numbers, written as such", () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(one(Type.Integer(), String(value))).toBe(value);
      }),
    );
  });

  test("numbers, written as such", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(one(Type.Number(), String(value))).toBe(Number(String(value)));
      }),
    );
  });

  test("texts stay exactly what they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(one(Type.String(), text)).toBe(text);
      }),
    );
  });

  test.each<[string, TSchema, unknown, unknown]>([
    ["integer", Type.Integer(), "007", 7],
    ["integer", Type.Integer(), "+7", 7],
    ["integer", Type.Integer(), "7.0", "refused"],
    ["integer", Type.Integer(), " 7", "refused"],
    ["integer", Type.Integer(), "", "refused"],
    ["integer", Type.Integer(), "0x10", "refused"],
    ["integer", Type.Integer(), "1234567890123456", "refused"],
    ["number", Type.Number(), "1e3", 1000],
    ["number", Type.Number(), ".5", 0.5],
    ["number", Type.Number(), "1e999", "refused"],
    ["number", Type.Number(), "5.", 5],
    ["number", Type.Number(), ".", "refused"],
    ["number", Type.Number(), "1".repeat(100_000), "refused"],
    ["number", Type.Number(), `${"1".repeat(100_000)}x`, "refused"],
    ["integer", Type.Integer(), "1".repeat(100_000), "refused"],
    ["boolean", Type.Boolean(), "true".repeat(100_000), "refused"],
    ["number", Type.Number(), "NaN", "refused"],
    ["boolean", Type.Boolean(), "TRUE", true],
    ["boolean", Type.Boolean(), "0", false],
    ["boolean", Type.Boolean(), "yes", "refused"],
    ["boolean", Type.Boolean(), "toString", "refused"],
    ["text", Type.String(), ["a", "b"], "refused"],
    ["list", Type.Array(Type.Integer()), "5", [5]],
    ["list", Type.Array(Type.Integer()), ["5", "6"], [5, 6]],
    ["list", Type.Array(Type.Integer()), ["5", "x"], "refused"],
    ["choice", Type.Enum(["Red", "blue"]), "Red", "Red"],
    ["choice", Type.Enum(["Red", "blue"]), "red", "refused"],
  ])("%s: %s of %j is %j", (_name, schema, sent, value) => {
    expect(one(schema, sent)).toEqual(value);
  });

  test.each<[TSchema, string, unknown]>([
    [Type.Enum(["Red", "blue"]), "RED", "Red"],
    [Type.Union([Type.Literal("Red"), Type.Literal("blue")]), "BLUE", "blue"],
    [Type.Literal("Only"), "only", "Only"],
    [Type.Enum(["Red", "blue"]), "green", "refused"],
    [Type.String(), "MiXed", "MiXed"],
  ])("where case does not matter, a choice has the schema's spelling: %j of %s", (schema, sent, value) => {
    expect(one(schema, sent, { ignoreCase: true })).toBe(value);
  });
});

describe("names", () => {
  const schema = Type.Object({
    pageSize: Type.Integer({ default: 10 }),
    tags: Type.Optional(Type.Array(Type.String())),
  });

  test("keep their case, or not, as the form says", () => {
    expect(query(schema, { PAGESIZE: "5" })).toEqual({ pageSize: 10 });
    expect(query(schema, { PAGESIZE: "5" }, { ignoreCase: true })).toEqual({ pageSize: 5 });
  });

  test("that are unknown are left out or refused, as the form and the schema say", () => {
    const strict = { unknownMembers: { query: "refuse", body: "refuse" } } as const;
    expect(query(schema, { other: "1" })).toEqual({ pageSize: 10 });
    expect(query(schema, { other: "1" }, strict)).toEqual([" additionalProperties"]);
    const open = Type.Object({}, { additionalProperties: Type.String() });
    expect(query(open, { other: "1" }, strict)).toEqual({ other: "1" });
    expect(query(Type.Object({}, { additionalProperties: false }), { other: "1" })).toEqual({});
  });

  test("such as __proto__ change no prototype", () => {
    const sent = JSON.parse('{"__proto__":["x"],"constructor":"y","toString":"z"}') as Record<string, unknown>;
    for (const open of [schema, Type.Object({}, { additionalProperties: true })]) {
      const value = query(open, sent) as object;
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });

  test("in brackets are lists where the form says so, in any mixture", () => {
    const brackets = { listNames: "brackets" } as const;
    expect(query(schema, { "tags[]": "a" })).toEqual({ pageSize: 10 });
    expect(query(schema, { "tags[]": "a" }, brackets)).toEqual({ pageSize: 10, tags: ["a"] });
    expect(query(schema, { "tags[]": ["a", "b"], tags: "c" }, brackets)).toEqual({
      pageSize: 10,
      tags: ["a", "b", "c"],
    });
    expect(query(schema, { "tags[2]": "c", "tags[0]": "a", "tags[1]": "b" }, brackets)).toEqual({
      pageSize: 10,
      tags: ["a", "b", "c"],
    });
    expect(query(schema, { "TAGS[]": "a" }, { ...brackets, ignoreCase: true })).toEqual({ pageSize: 10, tags: ["a"] });
    expect(query(schema, { "tags[1]": "b" }, brackets)).toEqual(["tags.0 type"]);
    expect(query(schema, { "pageSize[]": "5", "tags[-1]": "x", "tags[1000]": "x", "tags[a]": "x" }, brackets)).toEqual({
      pageSize: 10,
    });
  });

  test("in a hundred thousand pieces, each under another spelling, is put together in linear time", async () => {
    const name = "exchangesThatAreAskedFor";
    const form = { ...plainForm, ignoreCase: true } as const;
    const parse = inputParser({ ...bare, input: { query: Type.Object({ [name]: Type.Array(Type.String()) }) } }, form);
    const make = (length: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: length / 16 }, (_, at) => [spelled(name, at), "a"]));
    const work = (sent: Record<string, string>) => parse({ path: {}, query: sent, headers: {}, body: undefined });
    const parsed = work({ [name]: "a", [spelled(name, 5)]: "b" });
    expect(parsed.ok && parsed.input["query"]).toEqual({ [name]: ["a", "b"] });
    expect(await slowerThanLinear(make, work, 512 * 1024)).toBeUndefined();
  });

  test("and values of any kind never make it throw", () => {
    const strict = { unknownMembers: { query: "refuse", body: "refuse" }, listNames: "brackets" } as const;
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom("tags", "tags[]", "tags[3]", "pageSize", "__proto__", "tags[][]"),
    );
    fc.assert(
      fc.property(fc.dictionary(names, fc.oneof(fc.string(), fc.array(fc.string()))), (sent) => {
        const parsed = read({ query: schema }, { query: sent }, strict);
        expect(parsed.ok || parsed.issues.length > 0).toBe(true);
      }),
    );
  });
});

describe("a body", () => {
  const inner = Type.Object({ b: Type.Integer() });
  const body = Type.Object({
    a: Type.Optional(inner),
    list: Type.Optional(Type.Array(inner)),
    free: Type.Optional(Type.Object({}, { additionalProperties: true })),
  });
  const ignore = { unknownMembers: { query: "ignore", body: "ignore" } } as const;
  const sent = { a: { b: 1, x: 2 }, list: [{ b: 3, y: 4 }], free: { z: [5] }, w: 6 };

  test("loses unknown members at every depth, and only those, where the form says so", () => {
    const parsed = read({ body }, { body: sent }, ignore);
    expect(parsed).toEqual({ ok: true, input: { body: { a: { b: 1 }, list: [{ b: 3 }], free: { z: [5] } } } });
    expect(sent.a).toEqual({ b: 1, x: 2 });
  });

  test("is refused with the place of each unknown member where the form says that", () => {
    const parsed = read({ body }, { body: sent });
    expect(
      parsed.ok ? [] : parsed.issues.map(({ path, params }) => [path.join("."), params["additionalProperties"]]),
    ).toEqual([
      ["", ["w"]],
      ["a", ["x"]],
      ["list.0", ["y"]],
    ]);
  });

  test.each([8, 9, 1_000])("is refused with %i unknown members in one place", (count) => {
    const strangers = Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, at]));
    for (const [sentBody, place] of [
      [{ a: { b: 1, ...strangers } }, "a"],
      [strangers, ""],
    ] as const) {
      const parsed = read({ body }, { body: sentBody });
      const issues = parsed.ok ? [] : parsed.issues;
      expect(issues.map(({ path, keyword }) => [path.join("."), keyword])).toEqual([[place, "additionalProperties"]]);
      expect(issues[0]?.params["additionalProperties"]).toContain("x0");
    }
  });

  test("is not converted: JSON says what it means", () => {
    expect(read({ body }, { body: { a: { b: "1" } } }).ok).toBe(false);
  });

  test("with a million mistakes is answered with a few of them", () => {
    const parsed = read({ body: Type.Array(Type.String()) }, { body: Array.from({ length: 1_000_000 }, () => 1) });
    expect(parsed.ok ? 0 : parsed.issues.length).toBeLessThanOrEqual(20);
  });
});

test("params come from query and body by the form's rule", () => {
  const params = Type.Object({ n: Type.Integer(), m: Type.Optional(Type.Integer()) });
  const raw = { query: { n: "1" }, body: { n: 2, m: "3" } };
  expect(read({ params }, raw)).toEqual({ ok: true, input: { params: { n: 1, m: 3 } } });
  const mergeParams: ServiceForm["mergeParams"] = (inQuery, inBody) => ({ ...inQuery, ...inBody });
  expect(read({ params }, raw, { mergeParams })).toEqual({ ok: true, input: { params: { n: 2, m: 3 } } });
});
