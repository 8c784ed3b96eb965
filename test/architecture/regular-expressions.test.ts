/**
 * Regular expressions that take more than time in proportion to the text can be made to stop a process by one text. A
 * checker (recheck) proves of every expression of the program that it is linear.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { checkSync } from "recheck";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { expressionsIn, widened, type FoundExpression } from "./regular-expressions.ts";
import { parse, programFiles, ROOT } from "./source-files.ts";

/** Expressions that are not linear, by `/source/flags`, and why that is right. May only become fewer. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

/** What stands in expressions that are put together at run time: by file and expression, an example. */
const INSERTED: Readonly<Record<string, string>> = {
  // Names of people, with every character escaped that means something. Such a name is at most 100 characters long.
  "src/players/privacy/core/mentions.ts asPattern(name)": "aaab",
  "src/players/saves/core/apply/erase-names.ts asPattern(name)": "aaab",
  // One of the wordings of the table above it.
  "src/players/saves/core/tribe-log.ts wording": "was added to the Tribe",
  'src/trading/billing/settings.ts REGIONS.join("|")': "frankfurt|london|new-york",
  'src/trading/ledger/core/entry.ts PLATFORM_ACCOUNTS.join("|")': "platform:revenue|platform:deposits",
  "src/registry/servers/core/server-detail.ts limits.nameCharacters": "200",
};

/**
 * Nothing is cut off by a clock, so that a verdict is the same on a busy machine; the limit is there for hangs. An
 * expression that comes near it is too complicated to be proven, and is written in simpler steps.
 */
const PARAMETERS = {
  timeout: 300_000,
  attackTimeout: null,
  incubationTimeout: null,
  // No text of an attack is tried for confirmation.
  recallTimeout: -1,
  attackLimit: 2_000_000,
  maxAttackStringSize: 4_000,
};

/**
 * What was proven to be linear, so that a run proves only what is new: all of it takes a minute. `vitest -u` brings the
 * file up to date, and writes no expression that it has not proven. `npm run soak -- expressions` proves all again.
 */
const PROVEN = path.join(ROOT, "test/architecture/linear-expressions.json");
const isSoak = process.env["TRIPOD_TEST_EXPRESSIONS"] === "all";

const HANG_MS = 1_800_000;

describe("regular expressions", () => {
  beforeAll(() => {
    // In this process, without Java and without a program of its own.
    vi.stubEnv("RECHECK_SYNC_BACKEND", "pure");
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  test(
    "of the program take time linear in the text",
    async () => {
      const { expressions, unreadable } = ofTheProgram();
      expect(unreadable, "say in INSERTED what stands there").toEqual([]);
      expect(expressions.size).toBeGreaterThan(300);

      const proven = readProven();
      const slow = [...expressions].flatMap(([name, found]) => {
        const problem = proven.has(name) ? undefined : problemOf(found[0]);
        return problem === undefined ? [] : [{ name, text: `${name} ${problem}, at ${placesOf(found)}` }];
      });
      expect(slow.filter(({ name }) => !(name in EXCEPTIONS)).map(({ text }) => text)).toEqual([]);
      expect(Object.keys(EXCEPTIONS), "exceptions that are no longer needed are removed").toEqual(
        slow.map(({ name }) => name),
      );
      const names = [...expressions.keys()].filter((name) => !(name in EXCEPTIONS)).toSorted();
      const text = `${JSON.stringify({ by: PROVEN_BY, names }, undefined, 2)}\n`;
      await expect(text, "add what was proven, and remove what is gone, with -u").toMatchFileSnapshot(PROVEN);
    },
    HANG_MS,
  );

  test("that need not be linear do not become more", () => {
    expect(Object.keys(EXCEPTIONS).length).toBeLessThanOrEqual(0);
  });

  test.each([
    ["a literal", "const a = /\\0+$/;", "is a 2nd degree polynomial"],
    ["a number", "const a = /^(\\d+\\.?\\d*)$/;", "is a 2nd degree polynomial"],
    ["new RegExp", 'const a = new RegExp("^(a|a)*$");', "is exponential"],
    ["one that counts", "const a = /^(a|a){0,40}$/;", "is exponential"],
    ["a template with a constant", "const WORD = 'a+'; const b = RegExp(`^(${WORD})*$`, 'i');", "is exponential"],
    ["the pattern of a schema", 'Type.String({ pattern: "^(\\\\s*a*)*$" });', "is exponential"],
    ["the pattern of a schema by name", 'const A = "^(a*)*$"; Type.String({ pattern: A });', "is exponential"],
    [
      "the pattern of a schema that another file writes",
      'import { A as B } from "./c/d.ts"; Type.String({ pattern: B });',
      "is exponential",
    ],
  ])("as %s are found and judged", (_name, text, problem) => {
    const others = { "src/c/d.ts": 'const PART = "(a*)*"; export const A = `^${PART}$`;' };
    const { expressions } = expressionsIn(parse("src/a.ts", text), {}, (name) =>
      parse(name, others[name as "src/c/d.ts"]),
    );
    expect(expressions).toHaveLength(1);
    expect(problemOf(expressions[0])).toContain(problem);
  });

  test.each([
    ["^[0-9a-f]{64}$", "^[0-9a-f]+$"],
    ["^(a{0,50}){2}\\d{10,}$", "^(a*){2}\\d+$"],
    ["^.{1,18}[^]{1,400}\\{9}\\u{1F600}[{9}]$", "^.{1,18}[^]{1,400}\\{9}\\u{1F600}[{9}]$"],
  ])("as %s are judged by %s first", (source, wide) => {
    expect(widened(source)).toBe(wide);
  });

  test("that hold what is only known at run time are told", () => {
    const { unreadable } = expressionsIn(parse("src/a.ts", "const a = (b: string) => new RegExp(`^${b}$`);"), {});
    expect(unreadable).toEqual(["src/a.ts:1 b"]);
  });

  test("are not the timetables of jobs", () => {
    expect(expressionsIn(parse("src/a.ts", 'const job = { pattern: "*/5 0 * * *" };'), {}).expressions).toEqual([]);
  });
});

/** Every expression once, with the places where it stands. */
function ofTheProgram(): {
  readonly expressions: ReadonlyMap<string, readonly FoundExpression[]>;
  readonly unreadable: readonly string[];
} {
  const expressions = new Map<string, FoundExpression[]>();
  const unreadable: string[] = [];
  for (const file of programFiles()) {
    const found = expressionsIn(parse(file), INSERTED);
    unreadable.push(...found.unreadable);
    for (const expression of found.expressions) {
      const name = `/${expression.source}/${expression.flags}`;
      const same = expressions.get(name);
      if (same) same.push(expression);
      else expressions.set(name, [expression]);
    }
  }
  return { expressions, unreadable };
}

/** Proofs count for the version of the checker and the parameters with which they were made. */
const PROVEN_BY = {
  recheck: (
    JSON.parse(readFileSync(path.join(ROOT, "node_modules/recheck/package.json"), "utf8")) as { version: string }
  ).version,
  ...PARAMETERS,
};

function readProven(): ReadonlySet<string> {
  if (isSoak) return new Set();
  const { by, names } = JSON.parse(readFileSync(PROVEN, "utf8")) as { by: unknown; names: string[] };
  return new Set(isDeepStrictEqual(by, PROVEN_BY) ? names : []);
}

function placesOf(found: readonly FoundExpression[]): string {
  return found.map(({ place }) => place).join(", ");
}

/** Undefined for a linear one. */
function problemOf(expression: FoundExpression | undefined): string | undefined {
  if (!expression) return "is missing";
  const { source, flags } = expression;
  const wide = checkSync(widened(source), flags, PARAMETERS);
  const isProven = wide.status === "safe" && wide.checker === "automaton";
  const verdict = isProven || widened(source) === source ? wide : checkSync(source, flags, PARAMETERS);
  switch (verdict.status) {
    case "safe":
      return undefined;
    case "vulnerable": {
      const { type, summary } = verdict.complexity;
      return `is ${type === "exponential" ? "exponential" : `a ${summary}`}, as ${verdict.attack.pattern} shows`;
    }
    case "unknown":
      return `cannot be judged (${verdict.error.kind})`;
  }
}
