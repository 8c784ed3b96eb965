import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { readTree, TreePart } from "./read-tree.ts";
import { formatProblem, parseYamlTree, type Problem } from "./yaml-tree.ts";

const isShort = (text: string): boolean => text.length < 9;
const bed = Type.Object(
  {
    key: Type.Refine(Type.String(), isShort, (text) => `must be short, not ${text.length} characters`),
    plants: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, hint: "such as 3" })),
    light: Type.Optional(Type.Union([Type.Literal("sun"), Type.Literal("shade")])),
    isWet: Type.Optional(Type.Boolean()),
    soil: Type.Optional(Type.Object({ acid: Type.Boolean() }, { hint: "such as `soil: { acid: no }`" })),
  },
  { hint: "beginning with `- key: rose`" },
);
const garden = Type.Object({ beds: Type.Array(bed, { maxItems: 3 }) }, { readElsewhere: ["size"] });

function read(text: string) {
  const parsed = parseYamlTree(text);
  if ("problems" in parsed) throw new Error("the test's file is not valid YAML");
  const problems: Problem[] = [];
  const right = readTree(garden, new TreePart(parsed.tree, "garden"), problems);
  return { right, problems: problems.map((problem) => formatProblem(problem, "f")) };
}

describe("a part of a file", () => {
  test("is read by its schema, with texts as they are written and what is not there left out", () => {
    const text = "size: [1]\nbeds:\n  - { key: 007, plants: '3', light: Sun, isWet: yes, soil: }\n  - key: 1e3\n";
    expect(read(text)).toEqual({
      right: { beds: [{ key: "007", plants: 3, light: "sun", isWet: true }, { key: "1e3" }] },
      problems: [],
    });
  });

  test("has all its mistakes named by line, column and path, and keeps what is right", () => {
    const text = [
      "beds:",
      "  - key: rose",
      "    plants: 12",
      "    light: shad",
      "    soil: { acid: perhaps }",
      "  - just a text",
      "  - plant: 3",
      "    soil: wet",
      "    soil: {}",
      "    soil: {}",
      "    isWet: 1",
      "  - key: fourth",
      "bed: {}",
      "7: [8]",
      "? [9]",
      ": 10",
    ].join("\n");
    const { right, problems } = read(text);
    expect(right).toEqual({ beds: [{ key: "rose", soil: {} }, undefined, {}] });
    expect(problems.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))).toEqual([
      "f:1:1: garden has a member without a name",
      "f:2:3: garden.beds has more than 3 entries",
      "f:3:13: garden.beds[rose].plants must be a whole number from 1 to 9, such as 3",
      "f:4:12: garden.beds[rose].light must be sun or shade; did you mean shade?",
      "f:5:19: garden.beds[rose].soil.acid must be true or false",
      "f:6:5: garden.beds[#2] must hold names and their values, beginning with `- key: rose`",
      "f:7:5: garden.beds[#3].key is missing; it must be a text",
      "f:7:5: garden.beds[#3].plant is not known here; did you mean plants?",
      "f:8:11: garden.beds[#3].soil must hold names and their values, such as `soil: { acid: no }`",
      "f:9:5: garden.beds[#3].soil is set twice, here and at line 8; keep one",
      "f:10:5: garden.beds[#3].soil is set twice, here and at line 8; keep one",
      "f:11:12: garden.beds[#3].isWet must be true or false",
      "f:13:1: garden.bed is not known here",
      "f:14:1: garden has a member that is not known here; write `name: value`, with a blank behind the colon",
    ]);
  });

  test("is refused where it is of another kind, or not there", () => {
    expect(read("- beds")).toEqual({ right: undefined, problems: ["f:1:1: garden must hold names and their values"] });
    expect(read("beds: { key: rose }").problems).toEqual([
      "f:1:7: garden.beds must be a list: lines that begin with `- `",
    ]);
    expect(read("size: 1").problems).toEqual([
      "f:1:1: garden.beds is missing; it must be a list: lines that begin with `- `",
    ]);
  });

  test("is a file as a whole, where its path is empty", () => {
    const list = Type.Object({ share: Type.Number({ minimum: 0, maximum: 1, hint: "such as 0.5" }) });
    const wrong = (text: string): string[] => {
      const parsed = parseYamlTree(text);
      if ("problems" in parsed) throw new Error("the test's file is valid YAML");
      const problems: Problem[] = [];
      readTree(list, new TreePart(parsed.tree, ""), problems);
      return problems.map((problem) => formatProblem(problem, "f"));
    };
    expect(wrong("share: .25")).toEqual([]);
    expect(wrong("share: 2")).toEqual(["f:1:8: share must be a number from 0 to 1, such as 0.5"]);
    expect(wrong("share: 1\nshare: 1")).toEqual(["f:2:1: share is set twice, here and at line 1; keep one"]);
    expect(wrong("- 1")).toEqual(["f:1:1: the file must hold names and their values"]);
    expect(wrong("share: 1\n? [9]\n: 10")).toEqual(["f:1:1: the file has a member without a name"]);
  });

  test.each([
    ["a value without its name", "beds: [{ key: rose, hunter2 }]"],
    ["a name that holds its value", "beds: [{ key: rose, wet:hunter2 }]"],
    ["a text in place of a number", "beds: [{ key: rose, plants: hunter2 }]"],
    ["a list in place of a text", "beds: [{ key: [hunter2] }]"],
  ])("never shows %s", (_what, text) => {
    const { problems } = read(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain("hunter2");
  });
});
