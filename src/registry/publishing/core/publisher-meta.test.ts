import { describe, expect, test } from "vitest";
import { MAX_PUBLISHER_META_BYTES, PUBLISHER_META, publisherMetaIssues } from "./publisher-meta.ts";

const official = "io.modelcontextprotocol.registry/official";
const pathsOf = (sent: object | undefined) =>
  publisherMetaIssues(sent as Record<string, unknown>).map(({ path, reference }) => `${reference} ${path}`);

describe("a publisher's _meta", () => {
  test.each<[string, object | undefined]>([
    ["below the publisher's name", { [PUBLISHER_META]: { tool: "x" } }],
    ["below names of a domain", { "com.example/build": 7, "a.b/c": [1] }],
    [
      "with the largest and smallest whole numbers that are exact, and with a fraction",
      { "a.b/c": [2 ** 53 - 1, 1 - 2 ** 53, 0.1] },
    ],
    ["that is empty", {}],
    ["that is missing", undefined],
  ])("is kept %s", (_name, sent) => {
    expect(pathsOf(sent)).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    ["that speaks for the registry", { [official]: {}, "a.b/c": 1 }, [official]],
    [
      "with another name of the registry",
      { "io.modelcontextprotocol.registry/verified": true },
      ["io.modelcontextprotocol.registry/verified"],
    ],
    ["with names without a namespace", { note: 1, "a/b": 1, "com.example": 1 }, ["note", "a/b", "com.example"]],
    ["with the name of a prototype", JSON.parse(`{"__proto__":{"a":1}}`) as object, ["__proto__"]],
    ["with a name of 256 characters", { [`a.b/${"c".repeat(252)}`]: 1 }, [`a.b/${"c".repeat(56)}...`]],
  ])("is refused %s, and the name is shown", (_name, sent, names) => {
    expect(pathsOf(sent)).toEqual(names.map((name) => `meta-name-not-kept _meta["${name}"]`));
    for (const [index, { message }] of publisherMetaIssues(sent as Record<string, unknown>).entries()) {
      expect(message).toContain(`"${names[index]}" cannot be kept`);
    }
  });

  test("may have values of 4,096 bytes of compact JSON, and not one more, whatever its names are", () => {
    const fitting = "é".repeat((MAX_PUBLISHER_META_BYTES - 2) / 2);
    for (const name of ["a.b/c", `com.example/${"x".repeat(240)}`]) {
      expect(pathsOf({ [name]: fitting })).toEqual([]);
      expect(publisherMetaIssues({ [name]: `${fitting}x` })).toEqual([
        expect.objectContaining({
          path: "_meta",
          message: "_meta exceeds the 4KB limit: its values have 4097 bytes of compact JSON, at most 4096 are kept",
        }),
      ]);
    }
    expect(pathsOf({ "a.b/c": fitting.slice(1), "a.b/d": "" })).toEqual([]);
    expect(pathsOf({ "a.b/c": fitting, "a.b/d": "" })).toEqual(["invalid-publisher-meta _meta"]);
  });

  test.each([
    ["a value that is not an object where one must be", { [PUBLISHER_META]: "text" }],
    ["a list where an object must be", { [PUBLISHER_META]: [] }],
    ["deep nesting", { "a.b/c": JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`) as unknown }],
    ["a whole number that is read as another one", JSON.parse('{"a.b/c":[{"id":9007199254740993}]}') as object],
    ["a number below all that is exact", JSON.parse('{"a.b/c":-9007199254740992}') as object],
    ["a number that is read as infinite", JSON.parse('{"a.b/c":1e999}') as object],
    ["101 names", Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a.b/${index}`, 0]))],
  ])("is refused with %s", (_name, sent) => {
    expect(pathsOf(sent)).toEqual(["invalid-publisher-meta _meta"]);
  });
});
