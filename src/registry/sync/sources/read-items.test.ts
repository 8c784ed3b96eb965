import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UserError } from "../../../kit/errors/user-error.ts";
import { UnreadableEntry } from "../read-entry.ts";
import { slowerThanLinear } from "../../../../test/support/slower-than-linear.ts";
import { readItems } from "./read-items.ts";

const entries = [{ server: { name: "é/a" } }, { server: { name: "b/b" }, _meta: {} }, { server: { name: "c/c" } }];
const lines = entries.map((entry) => JSON.stringify(entry));

async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

async function read(text: string, sizes: readonly number[] = []): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of readItems(chunksOf(Buffer.from(text), sizes))) items.push(item);
  return items;
}

describe("entries are read from", () => {
  test.each([
    ["a JSON array", JSON.stringify(entries)],
    ["a JSON array over many lines", JSON.stringify(entries, null, 2)],
    ["a list", JSON.stringify({ servers: entries, metadata: { count: 3 } })],
    ["a list over many lines", JSON.stringify({ servers: entries }, null, 2)],
    ["a list with its members in another order", JSON.stringify({ metadata: {}, servers: entries }, null, 1)],
    ["NDJSON", `${lines.join("\n")}\n`],
    ["NDJSON without an end of the last line", lines.join("\n")],
    ["NDJSON with other ends of lines", lines.join("\r\n")],
    ["NDJSON with empty lines", `\n \n${lines.join("\n\n")}\n\n`],
    ["NDJSON with a byte order mark", `\uFEFF${lines.join("\n")}`],
    ["JSON with a byte order mark", `\uFEFF${JSON.stringify(entries)}`],
  ])("%s", async (_name, text) => {
    expect(await read(text)).toEqual(entries);
  });

  test.each([
    ["an entry on one line", lines[0] ?? ""],
    ["an entry over many lines", JSON.stringify(entries[0], null, 2)],
  ])("%s, alone", async (_name, text) => {
    expect(await read(text)).toEqual([entries[0]]);
  });

  test.each(["", "  \n", "[]", '{"servers": []}'])("nothing: %j", async (text) => {
    expect(await read(text)).toEqual([]);
  });

  test("many blank lines in many pieces, in time linear in their number", async () => {
    const line = `${" ".repeat(63)}\n`;
    const make = (length: number): number[] => Array.from({ length: length / line.length }, () => line.length);
    const work = async (sizes: readonly number[]) => read(`${line.repeat(sizes.length)}${lines.join("\n")}`, sizes);
    expect(await work(make(4096))).toEqual(entries);
    expect(await slowerThanLinear(make, work, 1024 * 1024)).toBeUndefined();
  });

  test("bytes however they are cut", async () => {
    const sizes = fc.array(fc.nat(40), { maxLength: 12 });
    const text = fc.constantFrom(
      lines.join("\n"),
      `${lines.join("\r\n")}\n`,
      JSON.stringify({ servers: entries }, null, 1),
    );
    await fc.assert(
      fc.asyncProperty(text, sizes, async (whole, cuts) => {
        expect(await read(whole, cuts)).toEqual(entries);
      }),
    );
  });
});

test("a list that is one page of a longer one is read, and the missing pages are reported", async () => {
  const page = JSON.stringify({ servers: entries, metadata: { count: 3, nextCursor: "abc" } });
  const missing = { reason: expect.stringContaining("`metadata.nextCursor` says that others follow") };
  expect(await read(page)).toEqual([...entries, expect.objectContaining(missing)]);
  const early = JSON.stringify({ servers: entries, metadata: { next_cursor: "abc" } });
  expect(await read(early)).toEqual([...entries, expect.objectContaining(missing)]);
  for (const nextCursor of ["", null]) {
    expect(await read(JSON.stringify({ servers: entries, metadata: { nextCursor } }))).toEqual(entries);
  }
});

test("a line that is not JSON is reported by its number, and the others are read", async () => {
  const items = await read(`\n${lines[0]}\n{"server":\n\n${lines[1]}`);
  expect(items).toEqual([entries[0], new UnreadableEntry("line 3 is not JSON"), entries[1]]);
});

test("a line that is too long is passed over without being kept", async () => {
  const long = `{"server":"${"x".repeat(9 * 1024 * 1024)}"}`;
  const items = await read(`${lines[0]}\n${long}\n${lines[1]}`, [1_000_000, 1_000_000, 5_000_000]);
  expect(items).toEqual([entries[0], expect.any(UnreadableEntry), entries[1]]);
});

test.each(["<html></html>", '{"error": "no"}', "7", '"servers"', '[{"server": {}}', '{"servers": 5}'])(
  "what is none of these is refused: %j",
  async (text) => {
    await expect(read(text)).rejects.toThrow(UserError);
  },
);
