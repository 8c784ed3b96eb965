import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeEvent, HEARTBEAT } from "./sse.ts";

describe("an event", () => {
  test("is its fields, then its data, then an empty line", () => {
    expect(encodeEvent({ event: "joined", id: "42", retryMs: 5_000, data: '{"Id":1}' })).toBe(
      'event: joined\nid: 42\nretry: 5000\ndata: {"Id":1}\n\n',
    );
    expect(encodeEvent({ data: "" })).toBe("data: \n\n");
  });

  test("arrives as it was sent, and alone, whatever its data", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", ":", " ", "\n", "\r", "\r\n", "data: x", "id: 9", "\u2028", "é"),
    });
    fc.assert(
      fc.property(fc.array(fc.record({ data: text, id: fc.nat().map(String) }), { maxLength: 4 }), (events) => {
        const stream = HEARTBEAT + events.map((event) => encodeEvent({ event: "told", ...event }) + HEARTBEAT).join("");
        expect(readEvents(stream)).toEqual(
          events.map(({ data, id }) => ({ event: "told", id, data: data.replace(/\r\n?/g, "\n") })),
        );
      }),
    );
  });

  test.each([
    { event: "two\nlines" },
    { event: "" },
    { event: "Large" },
    { id: "" },
    { id: "1\n" },
    { retryMs: Number.NaN },
  ])("is refused with %j, which is an error of ours", (wrong) => {
    expect(() => encodeEvent({ data: "x", ...wrong })).toThrow(/broken promise/);
  });
});

/** A browser's reading of a stream, by the words of the standard. */
function readEvents(stream: string): { event: string; id: string; data: string }[] {
  const events: { event: string; id: string; data: string }[] = [];
  let fields = new Map<string, string[]>();
  for (const line of stream.split(/\r\n|\n|\r/)) {
    if (line === "") {
      const data = fields.get("data");
      if (data) {
        events.push({
          event: fields.get("event")?.at(-1) ?? "",
          id: fields.get("id")?.at(-1) ?? "",
          data: data.join("\n"),
        });
      }
      fields = new Map();
    } else if (!line.startsWith(":")) {
      const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      fields.set(name, [...(fields.get(name) ?? []), value]);
    }
  }
  return events;
}
