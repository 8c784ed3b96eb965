import { expect, test } from "vitest";
import type { Instant } from "../kit/time/instant.ts";
import { pageErrors, pageOf, placeOf } from "./page-place.ts";

const rows = [3, 2, 1].map((number) => ({ at: (1_700_000_000_000_000 + number) as Instant, id: `row_${number}` }));

test("the cursor of a page leads to its last row, and the last page has none", () => {
  const { shown, metadata } = pageOf(rows, 2, (row) => row);
  expect([shown.length, metadata.count]).toEqual([2, 2]);
  expect(placeOf(metadata.nextCursor)).toEqual(rows[1]);
  expect(pageOf(rows, 3, (row) => row).metadata).toEqual({ count: 3 });
  expect(placeOf(undefined)).toBeUndefined();
});

test.each([
  "",
  "x",
  "%%%",
  Buffer.from("1.").toString("base64url"),
  Buffer.from("9".repeat(16) + ".a").toString("base64url"),
])("%j is not a cursor", (cursor) => {
  expect(() => placeOf(cursor)).toThrow(pageErrors.invalidCursor().message);
});
