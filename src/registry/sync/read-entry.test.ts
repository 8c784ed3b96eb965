import { describe, expect, test } from "vitest";
import { OFFICIAL_META } from "../servers/index.ts";
import { MAX_IMPORTED_BYTES, readEntry, UnreadableEntry } from "./read-entry.ts";

const official = {
  status: "active",
  statusChangedAt: "2025-10-03T00:00:00.000003Z",
  publishedAt: "2025-10-01T00:00:00.000001Z",
  updatedAt: "2025-10-02T00:00:00.000002Z",
  isLatest: true,
};
const npm = { registryType: "npm", identifier: "weather", transport: { type: "stdio" } };
const server = { name: "io.example/weather", description: "Tells the weather.", version: "1.0.0" };

function response(parts: { server?: object; official?: object; meta?: object } = {}): unknown {
  return {
    server: { ...server, ...parts.server },
    _meta: { [OFFICIAL_META]: { ...official, ...parts.official }, ...parts.meta },
  };
}

function kept(value: unknown) {
  const read = readEntry(value);
  if (!read.ok) throw new Error(`refused: ${read.reason}`);
  return read.entry;
}

const micros = (text: string): number => Date.parse(`${text}Z`) * 1000;

describe("an entry that is kept", () => {
  test("keeps status, flag and times to the microsecond", () => {
    expect(kept(response())).toEqual({
      record: {
        serverName: "io.example/weather",
        version: "1.0.0",
        status: "active",
        statusMessage: null,
        statusChangedAt: micros("2025-10-03T00:00:00") + 3,
        publishedAt: micros("2025-10-01T00:00:00") + 1,
        updatedAt: micros("2025-10-02T00:00:00") + 2,
        document: JSON.stringify(server),
        extraMeta: null,
      },
      isLatest: true,
      note: undefined,
    });
  });

  test("takes the time of publication for times that are missing", () => {
    const { record } = kept(response({ official: { statusChangedAt: undefined, updatedAt: "yesterday" } }));
    expect([record.statusChangedAt, record.updatedAt]).toEqual([record.publishedAt, record.publishedAt]);
  });

  test("keeps members of `_meta` beside the official block", () => {
    const { record } = kept(response({ meta: { "com.example/rating": { stars: 5 } } }));
    expect(record.extraMeta).toBe('{"com.example/rating":{"stars":5}}');
  });

  test.each([
    ["alone", { [OFFICIAL_META]: { isLatest: true } }, undefined],
    ["beside others", { [OFFICIAL_META]: {}, other: 1 }, { other: 1 }],
    ["not there", { other: 1 }, { other: 1 }],
    ["not there, and nothing else", {}, {}],
  ])("loses an official block in the document: %s", (_name, _meta, expected) => {
    expect(JSON.parse(kept(response({ server: { _meta } })).record.document)._meta).toEqual(expected);
  });

  test.each([
    ["a description that is too long today", { description: "x".repeat(5_000) }],
    ["an empty description", { description: "" }],
    ["an argument of no known type", { packages: [{ ...npm, runtimeArguments: [{ type: "wish" }] }] }],
    ["a package of no known type, without a version", { packages: [{ ...npm, registryType: "wish" }] }],
    ["an invalid remote URL", { remotes: [{ type: "carrier-pigeon", url: "the loft" }] }],
    ["a version range", { version: "^1.0" }],
    ["a version of 255 characters", { version: "é".repeat(255) }],
    ["unknown members", { unknown: { a: [1, null, true] } }],
    ["a backslash before u0000, which is not a NUL", { title: "\\u0000 \\\\ud800" }],
    ["characters beyond the basic plane", { title: "🌦" }],
    ["a member called __proto__", JSON.parse('{"__proto__": {"a": 1}}') as object],
  ])("may have %s", (_name, more) => {
    expect(JSON.parse(kept(response({ server: more })).record.document)).toEqual({ ...server, ...more });
  });

  test("has its status message cut at 500 characters, and says so", () => {
    const { record, note } = kept(response({ official: { status: "deprecated", statusMessage: "🌦".repeat(501) } }));
    expect(record.statusMessage).toBe("🌦".repeat(500));
    expect(note).toContain("500");
  });

  test("has no status message where it is empty or no text", () => {
    expect(kept(response({ official: { statusMessage: "" } })).record.statusMessage).toBeNull();
    expect(kept(response({ official: { statusMessage: 7 } })).record.statusMessage).toBeNull();
  });
});

describe("an entry is refused", () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

  test.each([
    ["no object", 7, "member `server`"],
    ["null", null, "member `server`"],
    ["an array", [response()], "member `server`"],
    ["without a server", { _meta: {} }, "member `server`"],
    ["without a name", response({ server: { name: undefined } }), "name"],
    ["with a name without slash", response({ server: { name: "weather" } }), "name"],
    ["with a name with two slashes", response({ server: { name: "a/b/c" } }), "name"],
    ["with a name with a space", response({ server: { name: "io.example/we ather" } }), "name"],
    ["with a name that ends in a line break", response({ server: { name: "io.example/weather\n" } }), "name"],
    ["with a name of 201 characters", response({ server: { name: `io.example/${"x".repeat(190)}` } }), "name"],
    ["without a version", response({ server: { version: undefined } }), "version"],
    ["with an empty version", response({ server: { version: "" } }), "version"],
    ["with a version of 256 characters", response({ server: { version: "1".repeat(256) } }), "version"],
    ["without a description", response({ server: { description: undefined } }), "description"],
    ["with a description that is not text", response({ server: { description: 5 } }), "description"],
    ["without `_meta`", { server }, "_meta"],
    ["without the official block", { server, _meta: { other: {} } }, "_meta"],
    ["without a time of publication", response({ official: { publishedAt: undefined } }), "publishedAt"],
    ["published on 30 February", response({ official: { publishedAt: "2025-02-30T00:00:00Z" } }), "publishedAt"],
    ["published in the year 9999", response({ official: { publishedAt: "9999-01-01T00:00:00Z" } }), "publishedAt"],
    ["with an unknown status", response({ official: { status: "paused" } }), "status"],
    ["without a status", response({ official: { status: undefined } }), "status"],
    ["with NUL in its document", response({ server: { title: "a\u0000b" } }), "characters"],
    ["with NUL after a backslash", response({ server: { title: "\\\u0000" } }), "characters"],
    ["with NUL in a member's name", response({ server: { "a\u0000": 1 } }), "characters"],
    ["with half a surrogate pair", response({ server: { title: "\ud83c" } }), "characters"],
    ["with NUL beside the official block", response({ meta: { other: "\u0000" } }), "characters"],
    ["with NUL in its status message", response({ official: { statusMessage: "\u0000" } }), "characters"],
    ["with more than 1 MiB", response({ server: { title: "x".repeat(MAX_IMPORTED_BYTES) } }), "larger"],
    ["with more than 64 levels", response({ server: { a: deep(64) } }), "deeper"],
    ["with so many levels that recursion would fail", response({ server: { a: deep(5_000) } }), "deeper"],
    ["with packages that are not a list", response({ server: { packages: "npm" } }), "/packages"],
    [
      "with a package without identifier",
      response({ server: { packages: [{ ...npm, identifier: undefined }] } }),
      "/packages/0",
    ],
    ["with a remote that is null", response({ server: { remotes: [null] } }), "/remotes/0"],
    ["with a title that is not text", response({ server: { title: 5 } }), "/title"],
    ["that was not JSON", new UnreadableEntry("line 3 is not JSON"), "line 3"],
  ])("%s", (_name, value, reason) => {
    expect(readEntry(value)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  test("with its name and version, as far as they can be read", () => {
    expect(readEntry(response({ official: { status: "paused" } }))).toMatchObject({
      name: "io.example/weather",
      version: "1.0.0",
    });
  });
});
