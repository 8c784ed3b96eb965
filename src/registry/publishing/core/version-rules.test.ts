import { describe, expect, test } from "vitest";
import { looksLikeRange, versionIssues } from "./version-rules.ts";

describe("a range", () => {
  test.each([
    "^1.0.0",
    "~1.2",
    "~1",
    ">=1.0.0",
    "> 1",
    "<2.0.0",
    "<= 2",
    "=1.0.0",
    "^v1.2.3-rc.1",
    ">=1.0.0 <2.0.0",
    " ^1 ",
    "1.0.0 - 2.0.0",
    "v1  -  v2-rc.1",
    "1.0.0 || 2.0.0",
    "^1||^2",
    "1.x",
    "1.X",
    "1.*",
    "1.2.x",
    "1.2.*",
    "x.1",
    "*.*",
    "1.x.3",
  ])("%j is one", (text) => {
    expect(looksLikeRange(text)).toBe(true);
    expect(versionIssues(text, "version")).toEqual([
      expect.objectContaining({
        reference: "version-looks-like-range",
        message: `version must be a specific version, not a range: ${JSON.stringify(text)}`,
      }),
    ]);
  });

  test.each(["1.0.0", "1", "v1.2.3", "1.0.0-x", "1.2.3-x", "1.2.3.x", "*", "x", "2024-01-15", "1.0.0-2.0.0", "a - b"])(
    "%j is none",
    (text) => {
      expect(versionIssues(text, "version")).toEqual([]);
    },
  );

  test("is distinguished from a hostile text of 1 MiB in one pass", () => {
    for (const unit of ["^", "1.", " - ", "1 ", " ", "||", "x.", "^1.", "-", "v1 - "]) {
      const text = unit.repeat(Math.floor((1 << 20) / unit.length));
      const versions = [`${text}!`, `^1${text}!`, `1${text}!`];
      expect(versions.map(looksLikeRange).length).toBe(3);
    }
  });
});
