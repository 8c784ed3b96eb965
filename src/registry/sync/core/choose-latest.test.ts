import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseLatest } from "./choose-latest.ts";

/** Versions as a source names them: a `!` marks the one that it flags. */
const named = (...versions: string[]) =>
  versions.map((text) => ({ version: text.replace("!", ""), isLatest: text.endsWith("!") }));

describe("the latest version of an imported server", () => {
  test.each([
    ["a new server", undefined, named("1", "2!", "3"), "mirror", { kind: "flagged", version: "2" }],
    ["a new server without a flag", undefined, named("1", "2"), "mirror", { kind: "computed", flags: 0 }],
    ["a new server with two flags", undefined, named("1!", "2!"), "mirror", { kind: "computed", flags: 2 }],
    ["a server whose flag moved", "1", named("1", "2!"), "mirror", { kind: "flagged", version: "2" }],
    ["a server whose flag is gone", "1", named("1", "2"), "mirror", { kind: "computed", flags: 0 }],
    ["a part of a server, with the flag", "1", named("2!"), "mirror", { kind: "flagged", version: "2" }],
    ["a part of a server, without it", "1", named("2"), "mirror", { kind: "kept" }],
    ["a part of a server, with two flags", "1", named("2!", "3!"), "mirror", { kind: "computed", flags: 2 }],
    ["no version at all", "1", [], "mirror", { kind: "kept" }],
    ["an own server that the source knows", "1", named("1", "2!"), "local", { kind: "flagged", version: "2" }],
    ["an own server that it knows in part", "1", named("2!"), "local", { kind: "computed", flags: 1 }],
    ["an own server that it does not know", "1", named("2"), "local", { kind: "computed", flags: 0 }],
    ["a new own server", undefined, named("2!"), "local", { kind: "flagged", version: "2" }],
  ] as const)("of %s", (_what, before, versions, as, expected) => {
    expect(chooseLatest(before, versions, as)).toEqual(expected);
  });

  test("is the source's word only for its one flag, and kept only by a mirror that did not receive it", () => {
    const version = fc.constantFrom("1", "2", "3");
    const list = fc.uniqueArray(fc.record({ version, isLatest: fc.boolean() }), { selector: (each) => each.version });
    fc.assert(
      fc.property(
        fc.option(version, { nil: undefined }),
        list,
        fc.constantFrom("mirror", "local"),
        (before, all, as) => {
          const choice = chooseLatest(before, all, as);
          const flagged = all.filter(({ isLatest }) => isLatest).map((each) => each.version);
          if (choice.kind === "flagged") expect(flagged).toEqual([choice.version]);
          if (choice.kind === "computed") expect(choice.flags).toBe(flagged.length);
          if (choice.kind === "kept") {
            expect([as, flagged]).toEqual(["mirror", []]);
            expect(all.map((each) => each.version)).not.toContain(before);
          }
        },
      ),
    );
  });
});
