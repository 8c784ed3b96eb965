import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gathered } from "./gather.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("gathering", () => {
  test("keeps all bytes in their order, of texts and buffers, with and without pauses", async () => {
    const piece = fc.record({
      chunk: fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.uint8Array({ maxLength: 40_000 }).map((bytes) => Buffer.from(bytes)),
      ),
      pauses: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        async function* make() {
          for (const { chunk, pauses } of pieces) {
            yield chunk;
            if (pauses) await turn();
          }
        }
        const got: Buffer[] = [];
        for await (const chunk of gathered(make())) got.push(chunk as Buffer);
        const sent = Buffer.concat(pieces.map(({ chunk }) => Buffer.from(chunk)));
        expect(Buffer.concat(got).equals(sent)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test("makes few chunks of many lines, and holds none back when the maker pauses", async () => {
    async function* make() {
      for (let line = 0; line < 10_000; line++) yield "0123456789";
      await turn();
      yield "late";
      await turn();
      await turn();
      yield "last";
    }
    const sizes: number[] = [];
    for await (const chunk of gathered(make())) sizes.push((chunk as Buffer).length);
    expect(sizes.length).toBeLessThan(12);
    expect(sizes.slice(-2)).toEqual([4, 4]);
  });

  test("fails as its maker does", async () => {
    async function* make() {
      yield "a";
      await turn();
      throw new Error("no more");
    }
    const stream = gathered(make());
    await expect(stream.toArray()).rejects.toThrow("no more");
  });

  test("ends its maker when the reader has gone, and only once", async () => {
    let ends = 0;
    let made = 0;
    const stream = gathered({
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: `${made++}\n`.repeat(5_000) }),
        return: async () => ({ done: (ends += 1) > 0, value: "" }),
      }),
    });
    stream.once("data", () => stream.destroy());
    await new Promise((resolve) => stream.once("close", resolve));
    expect(ends).toBe(1);
    const before = made;
    await turn();
    expect(made).toBeLessThanOrEqual(before + 1);
  });
});
