import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { parseInstant, type Instant } from "../time/instant.ts";
import { timestamp } from "./values.ts";

const { db } = await testDatabase({ rooms: [] });

async function read(expression: string, ...values: unknown[]): Promise<unknown> {
  const [row] = await db.query<{ value: unknown }>({ name: expression, text: `select ${expression} as value`, values });
  return row?.value;
}

describe("what PostgreSQL's values become", () => {
  test.each([
    ["9007199254740991::int8", Number.MAX_SAFE_INTEGER],
    ["(-5)::int8", -5],
    ["array[1, null, 3]::int8[]", [1, null, 3]],
    ["array[]::int8[]", []],
    ["12345678901234567890.10::numeric", "12345678901234567890.10"],
    [`'{"b": [1], "a": "x"}'::json`, `{"b": [1], "a": "x"}`],
    [`'{"b": [1], "a": "x"}'::jsonb`, `{"a": "x", "b": [1]}`],
    ["'2024-02-29'::date", "2024-02-29"],
    ["'2024-02-29 12:00'::timestamp", "2024-02-29 12:00:00"],
    ["interval '1 day 2 hours'", "1 day 02:00:00"],
    ["null::timestamptz", null],
    ["true", true],
  ])("%s is %j", async (expression, value) => {
    expect(await read(expression)).toStrictEqual(value);
  });

  test.each([
    "2025-10-09T17:05:37.793149Z",
    "1969-12-31T23:59:59.999999Z",
    "1970-01-01T00:00:00Z",
    "2000-02-29T00:00:00.000001Z",
    "1900-03-01T12:00:00Z",
    "1684-12-31T23:59:59Z",
    "2255-01-01T00:00:00.999999Z",
  ])("the timestamptz %s is that instant", async (text) => {
    const instant = parseInstant(text);
    expect(await read("$1::timestamptz", text)).toBe(instant);
    expect(await read("(extract(epoch from $1::timestamptz) * 1000000)::int8", text)).toBe(instant);
  });

  test("instants go to the database and come back unchanged, alone and in arrays", async () => {
    const micros = fc.integer({ min: -9_000_000_000_000_000, max: 9_000_000_000_000_000 });
    await fc.assert(
      fc.asyncProperty(micros, async (value) => {
        const text = timestamp(value as Instant);
        expect(await read("array[$1::timestamptz, null]", text)).toStrictEqual([value, null]);
        expect(await read("$1::timestamptz", text)).toBe(value);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    "9007199254740992::int8",
    "'infinity'::timestamptz",
    "'2999-01-01'::timestamptz",
    "'0044-03-15'::timestamptz",
    "'0044-03-15 BC'::timestamptz",
    "'12024-03-15'::timestamptz",
  ])("%s is an error rather than a wrong value", async (expression) => {
    await expect(read(expression)).rejects.toThrow("out of range");
  });
});
