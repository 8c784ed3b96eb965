import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_ENTRIES, PostingWriter } from "./postings.ts";

const entries = fc
  .uniqueArray(fc.integer({ min: 0, max: MAX_ENTRIES - 1 }), { minLength: 1, maxLength: 50 })
  .map((list) => Uint32Array.from(list).sort());

test("lists come back as they were written, whole, entry by entry and crossed with others", () => {
  fc.assert(
    fc.property(fc.array(entries, { minLength: 1, maxLength: 12 }), entries, (lists, others) => {
      const writer = new PostingWriter(MAX_ENTRIES);
      for (const [index, list] of lists.entries()) writer.add(index * 3, list, 0, list.length);
      const written = writer.finish();
      for (const [index, list] of lists.entries()) {
        expect(written.find(index * 3)).toBe(index);
        expect(written.find(index * 3 + 1)).toBe(-1);
        const read = new Uint32Array(list.length);
        expect(written.read(index, read)).toBe(list.length);
        expect(read).toEqual(list);
        const walked: number[] = [];
        for (const cursor = written.cursor(index); cursor.entry < MAX_ENTRIES; cursor.advance()) {
          walked.push(cursor.entry);
        }
        expect(walked).toEqual([...list]);
        const crossed = Uint32Array.from(new Set([...others, ...list.filter((_, at) => at % 2 === 0)])).sort();
        const kept = written.intersect(index, crossed.slice(), crossed.length);
        expect(kept).toBe(crossed.filter((entry) => list.includes(entry)).length);
      }
    }),
  );
});

test("lists that fill more than a page come back", () => {
  const all = Uint32Array.from({ length: MAX_ENTRIES }, (_, entry) => entry);
  const some = all.filter((entry) => entry % 3 === 0);
  const writer = new PostingWriter(MAX_ENTRIES);
  const lists = [some, all, some, some, all.subarray(0, 1)];
  for (const [key, list] of lists.entries()) writer.add(key, list, 0, list.length);
  const written = writer.finish();
  const read = new Uint32Array(MAX_ENTRIES);
  for (const [key, list] of lists.entries()) {
    const count = written.read(key, read);
    expect(Buffer.from(read.buffer, 0, count * 4).equals(Buffer.from(list.buffer, list.byteOffset, count * 4))).toBe(
      true,
    );
    expect(count).toBe(list.length);
  }
  expect(written.byteLength).toBeLessThan(MAX_ENTRIES * 2.1);
});
