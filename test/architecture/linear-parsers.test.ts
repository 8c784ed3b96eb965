/** What strangers send is parsed in time linear in its length: no text of 1 MiB stops a process. */
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { slowerThanLinear } from "../support/slower-than-linear.ts";
import { NOT_TIMED, PARSERS } from "./parsers/all-parsers.ts";
import { parse, placeOf, programFiles } from "./source-files.ts";

const MEBI = 1024 * 1024;
/** What is hard for many parsers is tried with all, up to a length at which a quadratic one takes seconds. */
const COMMON_LENGTH = 64 * 1024;
const COMMON = [
  "0",
  "1",
  "a",
  "A",
  "é",
  "\u{1F600}",
  "\u0301\u0316",
  " ",
  "\t",
  "\n",
  "\0",
  "\\",
  "/",
  ".",
  "-",
  "_",
  ":",
  ";",
  ",",
  '"',
  "'",
  "(",
  "[",
  "{",
  "<",
  "%",
  "=",
  "+",
  "@",
  "1.",
  "a.",
  "a-",
  "a ",
  " a",
  "1,",
  '\\"',
] as const;

describe("time linear in the text is what it takes to parse with", () => {
  test.each(PARSERS)("$name", async ({ parse: work, worst = [] }) => {
    const slow: string[] = [];
    const tryAll = async (before: string, repeated: string, after: string, longest: number): Promise<void> => {
      const make = (length: number): string => before + repeated.repeat(length / repeated.length) + after;
      const problem = await slowerThanLinear(make, work, longest);
      if (problem !== undefined) slow.push(`${JSON.stringify([before, repeated, after])}: ${problem}`);
    };
    for (const repeated of COMMON) await tryAll("", repeated, "\u0001", COMMON_LENGTH);
    for (const [before, repeated, after] of worst) await tryAll(before, repeated, after, MEBI);
    expect(slow).toEqual([]);
  });

  test("every exported parser of a text, or it says why not", () => {
    const known = new Set([...PARSERS.map(({ name }) => name), ...Object.keys(NOT_TIMED)]);
    const exported = programFiles().flatMap((file) => parsersOf(parse(file)));
    expect(exported.filter(({ name }) => !known.has(name))).toEqual([]);
    const names = new Set(exported.map(({ name }) => name));
    expect(Object.keys(NOT_TIMED).filter((name) => !names.has(name))).toEqual([]);
  });

  test.each([
    ["a pattern that is tried again at each place", (text: string) => /0+$/.test(text)],
    [
      "a search from each place to the end",
      (text: string) => Array.from(text).filter((_, at) => text.indexOf("y", at) < 0),
    ],
  ])("not %s, as this test would find", async (_name, work) => {
    expect(await slowerThanLinear((length) => `${"0".repeat(length)}x`, work, MEBI)).toMatch(/characters take/);
  });
});

/** Exported functions that are named like parsers and take a text first. */
function parsersOf(file: ts.SourceFile): { readonly name: string; readonly place: string }[] {
  return file.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    const type = statement.parameters[0]?.type?.getText() ?? "";
    const isParser = /^(?:parse|read|decode)[A-Z]/.test(statement.name.text) && /^string\b/.test(type);
    return isExported && isParser ? [{ name: statement.name.text, place: placeOf(statement) }] : [];
  });
}
