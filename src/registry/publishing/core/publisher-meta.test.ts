import { describe, expect, test } from "vitest";
import { MAX_PUBLISHER_META_BYTES, PUBLISHER_META, keepPublisherMeta } from "./publisher-meta.ts";

const official = "io.modelcontextprotocol.registry/official";

describe("a publisher's _meta", () => {
  test.each<[string, object | undefined, object | undefined, string[]]>([
    [
      "is kept below the publisher's name",
      { [PUBLISHER_META]: { tool: "x" } },
      { [PUBLISHER_META]: { tool: "x" } },
      [],
    ],
    ["is kept below names of a domain", { "com.example/build": 7 }, { "com.example/build": 7 }, []],
    ["never speaks for the registry", { [official]: { status: "deleted" }, "a.b/c": 1 }, { "a.b/c": 1 }, [official]],
    [
      "takes no other name of the registry",
      { "io.modelcontextprotocol.registry/verified": true },
      undefined,
      ["io.modelcontextprotocol.registry/verified"],
    ],
    [
      "takes no name without a namespace",
      { note: 1, "a/b": 1, "com.example": 1 },
      undefined,
      ["note", "a/b", "com.example"],
    ],
    ["may be empty", {}, undefined, []],
    ["may be missing", undefined, undefined, []],
  ])("%s", (_name, sent, meta, dropped) => {
    const before = structuredClone(sent);
    expect(keepPublisherMeta(sent as Record<string, unknown>)).toEqual({ kind: "kept", meta, dropped });
    expect(sent).toEqual(before);
  });

  test("does not become a prototype", () => {
    const sent = JSON.parse(`{"__proto__":{"a":1},"a.b/c":{"__proto__":{"x":1}}}`) as Record<string, unknown>;
    const decision = keepPublisherMeta(sent);
    expect(decision).toMatchObject({ kind: "kept", dropped: ["__proto__"] });
    expect(JSON.stringify(decision)).toContain(`{"a.b/c":{"__proto__":{"x":1}}}`);
    expect(Object.getPrototypeOf(decision.kind === "kept" && decision.meta)).toBe(Object.prototype);
  });

  test("may have 4,096 bytes of compact JSON, and not one more", () => {
    const around = Buffer.byteLength(JSON.stringify({ "com.example/x": "" }));
    const fitting = "é".repeat((MAX_PUBLISHER_META_BYTES - around - 1) / 2) + "x";
    const size = Buffer.byteLength(JSON.stringify({ "com.example/x": fitting }));
    expect(size).toBeGreaterThan(MAX_PUBLISHER_META_BYTES - 2);
    const slack = "x".repeat(MAX_PUBLISHER_META_BYTES - size);
    expect(keepPublisherMeta({ "com.example/x": fitting + slack }).kind).toBe("kept");
    expect(keepPublisherMeta({ "com.example/x": `${fitting}${slack}x` })).toEqual({
      kind: "refused",
      message: "_meta exceeds the 4KB limit: 4097 bytes of compact JSON, at most 4096 are kept",
    });
  });

  test("is measured without what is dropped", () => {
    expect(keepPublisherMeta({ [official]: "x".repeat(9000), "a.b/c": 1 }).kind).toBe("kept");
  });

  test.each([
    ["no object where one must be", { [PUBLISHER_META]: "text" }],
    ["a list where an object must be", { [PUBLISHER_META]: [] }],
    ["deep nesting", { "a.b/c": JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`) as unknown }],
  ])("is refused with %s", (_name, sent) => {
    expect(keepPublisherMeta(sent as Record<string, unknown>).kind).toBe("refused");
  });
});
