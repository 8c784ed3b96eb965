import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ReadingPlaces } from "./reading-places.ts";

describe("a reading can go on", () => {
  test("with the page behind those whose servers are written", () => {
    const places = new ReadingPlaces<string>(0);
    places.noteRead(undefined, ["a", "b"]);
    places.noteRead("two", ["c", "d"]);
    expect(places.noteWritten(["a"])).toBeUndefined();
    expect(places.noteWritten(["b", "c"])).toEqual({ place: "two", pages: 1 });
    places.noteRead("three", ["e"]);
    places.noteRead("four", []);
    places.noteRead("five", ["f"]);
    expect(places.noteWritten(["d"])).toEqual({ place: "three", pages: 2 });
    expect(places.noteWritten(["e"])).toEqual({ place: "five", pages: 4 });
    expect(places.noteWritten(["f"])).toBeUndefined();
  });

  test("with none between the versions of a server that is not written yet", () => {
    const places = new ReadingPlaces<string>(0);
    places.noteRead(undefined, ["a", "b"]);
    places.noteRead("two", ["b", "b"]);
    places.noteRead("three", ["b", "c"]);
    expect(places.noteWritten(["a"])).toBeUndefined();
    expect(places.noteWritten(["b"])).toEqual({ place: "three", pages: 2 });
  });

  test("from where an earlier one ended", () => {
    const places = new ReadingPlaces<string>(7);
    places.noteRead("eight", ["x"]);
    places.noteRead("nine", ["y"]);
    expect(places.noteWritten(["x"])).toEqual({ place: "nine", pages: 8 });
  });

  test("and then reads every server that was not written, whatever the pages and however it was interrupted", () => {
    const pages = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(pages, fc.nat(12), fc.integer({ min: 1, max: 5 }), (sizes, readAhead, batch) => {
        // Servers in the order of the list; one with several versions may be on two pages.
        let server = 0;
        const list = sizes.map((counts) => counts.flatMap((versions) => (versions === 3 ? [server] : [++server])));
        const names = list.map((page) => page.map(String));
        const places = new ReadingPlaces<number>(0);
        const seen: string[] = [];
        let written = 0;
        let reached = 0;
        for (const [page, on] of names.entries()) {
          places.noteRead(page === 0 ? undefined : page, on);
          seen.push(...on);
          // All but the last one are whole.
          const whole = [...new Set(seen)].slice(0, -1);
          if (whole.length - written < batch + (readAhead % 3)) continue;
          const now = whole.slice(written, written + batch);
          written += now.length;
          reached = places.noteWritten(now)?.place ?? reached;
          const before = new Set(names.slice(0, reached).flat());
          const done = new Set(whole.slice(0, written));
          for (const name of before) expect(done.has(name)).toBe(true);
        }
      }),
    );
  });
});
