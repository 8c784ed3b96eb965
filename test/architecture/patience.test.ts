/**
 * Limits of time in tests end hangs and nothing else: a test that fails because the machine is busy teaches its readers to
 * run it again. `vitest.config.ts` has the limits; a test may only ask for more.
 */
import { dirname, join } from "node:path/posix";
import ts from "typescript";
import { expect, test } from "vitest";
import { filesBelow, parse, placeOf, walk } from "./source-files.ts";

const SETS_A_LIMIT =
  /^(?:test|it|describe|beforeAll|beforeEach|afterAll|afterEach|onTestFinished)(?:\.|$)|^expect\s*\.poll$/;
/** Limits of a request, of a page of a browser and of what is waited for there. */
const SETS_A_PATIENCE = /^AbortSignal\.timeout$|\.waitFor\w*$|\.setDefault(?:Navigation)?Timeout$/;
/** What a test gives so much time is not meant to run out of it. Less is for tests of what happens then. */
const MEANT_TO_LAST_MS = 5_000;

const config = parse("vitest.config.ts");
const LEAST_MS = { test: configured("testTimeout"), hook: configured("hookTimeout"), poll: configured("timeout") };

test("no test limits its time below what only a hang exceeds", () => {
  const files = [...filesBelow("src"), ...filesBelow("test")].filter(
    (file) => file.endsWith(".test.ts") || file.startsWith("test/"),
  );
  expect(files.flatMap((file) => problemsOf(parse(file)))).toEqual([]);
});

test.each([
  "await vi.waitFor(() => expect(seen).toBe(1));",
  "await expect.poll(read, { timeout: 10_000 }).toBe(1);",
  "test('name', { timeout: 20_000 }, run);",
  "test.each([1])('name', run, 20_000);",
  "test('name', run, 1_199_999);",
  "beforeAll(run, 5000);",
  "const HANG_MS = 300_000; test('name', run, HANG_MS);",
  "const HANG_MS = 300_000; test.each([1])('name', run, 2 * HANG_MS);",
  "const timeout = 300_000; test('name', { timeout }, run);",
  "const PATIENT = { timeout: 300_000 }; test('name', PATIENT, run);",
  "import { PATIENCE_MS } from '../test/support/wait-until.ts'; beforeAll(run, PATIENCE_MS);",
  "await page.getByText('Gone').waitFor({ timeout: 5_000 });",
  "await page.waitForURL('/live', { timeout: 30_000 });",
  "page.setDefaultTimeout(30_000);",
  "await fetch(url, { signal: AbortSignal.timeout(10_000) });",
  "const options = { timeoutMs: 60_000 };",
])("finds %s", (text) => {
  expect(problemsOf(parse("src/a.test.ts", text))).toHaveLength(1);
});

test.each([
  "await waitUntil(read);",
  "test('name', { timeout: 1_200_000 }, run);",
  "const HOUR_MS = 3_600_000; test('name', run, HOUR_MS);",
  "expect.poll(read, { interval: 1 });",
  "expect.poll(read, { timeout: 300_000 });",
  "await page.getByText('Gone').waitFor();",
  "await fetch(url, { signal: AbortSignal.timeout(300_000) });",
  "const impatient = { timeoutMs: 100 };",
])("allows %s", (text) => {
  expect(problemsOf(parse("src/a.test.ts", text))).toEqual([]);
});

function problemsOf(file: ts.SourceFile): string[] {
  const problems: string[] = [];
  walk(file, (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "timeoutMs") {
      const limitMs = numberOf(node.initializer) ?? 0;
      if (limitMs >= MEANT_TO_LAST_MS && limitMs < LEAST_MS.poll)
        problems.push(`${placeOf(node)} allows ${limitMs} ms: use \`PATIENCE_MS\` of test/support`);
    }
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText();
    if (/^vi\.wait(?:For|Until)$/.test(called)) {
      problems.push(`${placeOf(node)} waits for a second only: use \`waitUntil\` of test/support`);
    } else if (SETS_A_LIMIT.test(called) || SETS_A_PATIENCE.test(called)) {
      const least =
        called.endsWith("poll") || SETS_A_PATIENCE.test(called)
          ? LEAST_MS.poll
          : /^(?:before|after)/.test(called)
            ? LEAST_MS.hook
            : LEAST_MS.test;
      const short = node.arguments.flatMap(limitsIn).filter((limitMs) => limitMs < least);
      if (short.length > 0) problems.push(`${placeOf(node)} allows ${short[0]} ms: leave it out`);
    }
  });
  return problems;
}

/** The limits that an argument sets: `{ timeout: 5 }`, or the number itself. */
function limitsIn(argument: ts.Expression): number[] {
  const value = ts.isIdentifier(argument) ? (constantOf(argument) ?? argument) : argument;
  if (!ts.isObjectLiteralExpression(value)) return [numberOf(value)].filter((limitMs) => limitMs !== undefined);
  return value.properties.flatMap((property) => {
    if (property.name?.getText() !== "timeout") return [];
    if (ts.isPropertyAssignment(property)) return limitsIn(property.initializer);
    return ts.isShorthandPropertyAssignment(property) ? limitsIn(property.name) : [];
  });
}

/** A number, a constant, or a product of such. */
function numberOf(expression: ts.Expression): number | undefined {
  if (ts.isNumericLiteral(expression)) return Number(expression.text);
  if (ts.isIdentifier(expression)) {
    const constant = constantOf(expression);
    return constant && numberOf(constant);
  }
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.AsteriskToken)
    return undefined;
  const [left, right] = [numberOf(expression.left), numberOf(expression.right)];
  return left === undefined || right === undefined ? undefined : left * right;
}

/** What a name stands for at the top of its file, or of the file of ours that it is imported from. */
function constantOf(name: ts.Identifier): ts.Expression | undefined {
  return constantIn(name.getSourceFile(), name.text);
}

function constantIn(file: ts.SourceFile, name: string): ts.Expression | undefined {
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((each) => each.name.getText() === name);
      if (found) return found.initializer;
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    const from = statement.moduleSpecifier.text;
    if (!bindings || !ts.isNamedImports(bindings) || !from.startsWith(".")) continue;
    const imported = bindings.elements.find((each) => each.name.text === name);
    if (imported)
      return constantIn(parsed(join(dirname(file.fileName), from)), (imported.propertyName ?? imported.name).text);
  }
  return undefined;
}

const known = new Map<string, ts.SourceFile>();

/** Many tests import the same file. */
function parsed(file: string): ts.SourceFile {
  const found = known.get(file) ?? parse(file);
  known.set(file, found);
  return found;
}

function configured(name: string): number {
  let found: number | undefined;
  walk(config, (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === name) found = numberOf(node.initializer);
  });
  if (found === undefined) throw new Error(`vitest.config.ts sets no ${name}`);
  return found;
}
