import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ListFilters } from "./catalogue-page.ts";
import { continueWith, decodeCursor, encodeCursor } from "./cursor.ts";

const FILTERS: Required<ListFilters> = {
  search: "weather",
  searchIn: "all",
  version: "latest",
  updatedSince: 1_700_000_000_000_000 as Instant,
  includeDeleted: true,
  registryType: "npm",
  kind: "local",
  status: "active",
  sort: "updated",
};
const OTHERS: Required<ListFilters> = {
  search: "weathe",
  searchIn: "name",
  version: "1.0.0",
  updatedSince: 1_700_000_000_000_001 as Instant,
  includeDeleted: false,
  registryType: "pypi",
  kind: "remote",
  status: "deprecated",
  sort: "name",
};
const NAMES = Object.keys(FILTERS) as (keyof ListFilters)[];
const after = { name: "com.example/a", version: "1.0.0" };

describe("a cursor", () => {
  test("carries its filters and its position", () => {
    const cursor = { filters: FILTERS, after: { ...after, updatedAt: 5 as Instant } };
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
    expect(decodeCursor(encodeCursor({ filters: {}, after }))).toEqual({ filters: {}, after });
  });

  test("is read however long its texts are, in the characters that take the most bytes", () => {
    for (const character of ["\u{1F600}", "\u0001", '"']) {
      const version = character.repeat(255);
      const filters = { ...FILTERS, search: character.repeat(200), version, registryType: character.repeat(50) };
      const cursor = { filters, after: { name: `${"a".repeat(198)}/b`, version, updatedAt: 5 as Instant } };
      expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
    }
  });

  test("goes on with its own filters, asked for again or not", () => {
    expect(continueWith({ filters: FILTERS, after }, {})).toEqual(FILTERS);
    expect(continueWith({ filters: FILTERS, after }, FILTERS)).toEqual(FILTERS);
  });

  test.each(NAMES)("is of another list when %s is another one", (name) => {
    expect(continueWith({ filters: FILTERS, after }, { ...FILTERS, [name]: OTHERS[name] })).toBeUndefined();
    expect(continueWith({ filters: FILTERS, after }, { [name]: OTHERS[name] })).toBeUndefined();
  });

  test.each(NAMES)("is of another list when the first page did not ask for %s", (name) => {
    const { [name]: _left, ...rest } = FILTERS;
    expect(continueWith({ filters: rest, after }, { [name]: FILTERS[name] })).toBeUndefined();
  });

  test("of which one character was changed is not a cursor", () => {
    const text = encodeCursor({ filters: { search: "weather" }, after });
    // The last character of base64 may have bits that mean nothing.
    const changed = Array.from(
      { length: text.length - 1 },
      (_, at) => text.slice(0, at) + (text.charAt(at) === "A" ? "B" : "A") + text.slice(at + 1),
    );
    expect(changed.filter((other) => decodeCursor(other) !== undefined)).toEqual([]);
  });
});
