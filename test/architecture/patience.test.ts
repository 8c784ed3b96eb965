/**
 * Limits of time in tests end hangs and nothing else: a test that fails because the machine is busy teaches its readers to
 * run it again. `vitest.config.ts` has the limits; a test may only ask for more.
 */
import ts from "typescript";
import { expect, test } from "vitest";
import { PATIENCE_MS } from "../support/wait-until.ts";
import { filesBelow, parse, placeOf, walk } from "./source-files.ts";

const SETS_A_LIMIT = /^(?:test|it|describe|beforeAll|beforeEach|afterAll|afterEach)(?:\.|$)|^expect\s*\.poll$/;

test("no test limits its time below what only a hang exceeds", () => {
  const files = [...filesBelow("src"), ...filesBelow("test")].filter((file) => file.endsWith(".test.ts"));
  expect(files.flatMap((file) => problemsOf(parse(file)))).toEqual([]);
});

test.each([
  "await vi.waitFor(() => expect(seen).toBe(1));",
  "await expect.poll(read, { timeout: 10_000 }).toBe(1);",
  "test('name', { timeout: 20_000 }, run);",
  "test.each([1])('name', run, 20_000);",
  "beforeAll(run, 5000);",
])("finds %s", (text) => {
  expect(problemsOf(parse("src/a.test.ts", text))).toHaveLength(1);
});

test.each([
  "await waitUntil(read);",
  "test('name', { timeout: 300_000 }, run);",
  "expect.poll(read, { interval: 1 });",
])("allows %s", (text) => {
  expect(problemsOf(parse("src/a.test.ts", text))).toEqual([]);
});

function problemsOf(file: ts.SourceFile): string[] {
  const problems: string[] = [];
  walk(file, (node) => {
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText();
    if (/^vi\.wait(?:For|Until)$/.test(called)) {
      problems.push(`${placeOf(node)} waits for a second only: use \`waitUntil\` of test/support`);
    } else if (SETS_A_LIMIT.test(called)) {
      const short = node.arguments.flatMap(limitsIn).filter((limitMs) => limitMs < PATIENCE_MS);
      if (short.length > 0) problems.push(`${placeOf(node)} allows ${short[0]} ms: leave it out`);
    }
  });
  return problems;
}

/** The limits that an argument sets: `{ timeout: 5 }`, or the number itself. */
function limitsIn(argument: ts.Expression): number[] {
  if (ts.isNumericLiteral(argument)) return [Number(argument.text)];
  if (!ts.isObjectLiteralExpression(argument)) return [];
  return argument.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && property.name.getText() === "timeout" ? limitsIn(property.initializer) : [],
  );
}
