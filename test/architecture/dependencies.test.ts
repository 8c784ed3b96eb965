/**
 * Endpoints and tests name the few dependencies that they need. A test that forges the rest with a cast would go on
 * compiling when an endpoint begins to need more.
 */
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { filesBelow, parse, placeOf, programFiles, walk } from "./source-files.ts";

/** An endpoint that needs more has too many reasons to change. */
const MOST_NEEDS = 7;

const testFiles = (): string[] =>
  [
    ...filesBelow("src").filter((file) => file.endsWith(".test.ts")),
    ...filesBelow("test"),
    ...filesBelow("bench"),
  ].filter((file) => file.endsWith(".ts"));

describe("tests", () => {
  test("cast no dependencies", () => {
    expect(testFiles().flatMap((file) => forgeriesIn(parse(file)))).toEqual([]);
  });

  test.each([
    "const deps = { clock } as unknown as WalletDeps;",
    "const deps = { clock } as WalletDeps & ClockDeps;",
    "const made = (): WalletDeps => ({ clock }) as unknown as WalletDeps;",
    "const all = { ...deps, market } as unknown as typeof deps;",
    "const all = { ...desk.deps, market } as typeof desk.deps;",
    "const all = <WalletDeps>{ clock };",
    "const some = { clock } as unknown as Parameters<typeof listBalances.run>[0];",
    "const deps = { clock } as never;",
    "const deps = () => ({ clock }) as never;",
    "await listBalances.run({ clock } as never, call);",
    "await listBalances.run({ clock } as unknown as Everything, call);",
    "const world = { deps: { clock } as never };",
  ])("are refused that say: %s", (text) => {
    expect(forgeriesIn(parse("src/trading/wallets/a.test.ts", text))).toHaveLength(1);
  });

  test.each([
    "const deps: WalletDeps & ClockDeps = { wallets, clock };",
    "const deps = { wallets, clock } as const;",
    "const deps = { wallets, clock };",
    "const answer = (await listBalances.run(deps, call)) as { id: string };",
    "const exchange = { code } as unknown as Exchange;",
    "await listBalances.run(deps, { ...call, actor: {} as never });",
  ])("may say: %s", (text) => {
    expect(forgeriesIn(parse("src/trading/wallets/a.test.ts", text))).toEqual([]);
  });
});

describe("trading endpoints", () => {
  const endpointFiles = programFiles().filter((file) => /^src\/trading\/[^/]+\/(?:endpoints|jobs)\//.test(file));

  test(`name at most ${MOST_NEEDS} needs each, and no other kind of type`, () => {
    const needs = endpointFiles.flatMap((file) => needsIn(parse(file)));
    expect(needs.length).toBeGreaterThan(100);
    expect(needs.filter(({ names }) => names === undefined || names.length > MOST_NEEDS)).toEqual([]);
  });

  test.each([
    "run(deps: { readonly wallets: WalletStore }) {}",
    "run(deps: any) {}",
    "run(deps: A & B & C & D & E & F & G & H) {}",
    "run: (deps: object) => 1",
  ])("are refused with: %s", (member) => {
    const [found] = needsIn(parse("a.ts", `export const a = endpoint({ ${member} });`));
    expect(found?.names === undefined || found.names.length > MOST_NEEDS).toBe(true);
  });

  test("are read whatever the form of their `run`", () => {
    const names = (member: string) => needsIn(parse("a.ts", `export const a = endpoint({ ${member} });`))[0]?.names;
    expect(names("async run({ wallets, clock }: WalletDeps & ClockDeps, { actor }) {}")).toEqual([
      "WalletDeps",
      "ClockDeps",
    ]);
    expect(names("run: ({ wallets }: WalletDeps) => wallets.list()")).toEqual(["WalletDeps"]);
  });
});

/** Assertions that make dependencies of something else: by the type, by the name, or as the argument of `run`. */
function forgeriesIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (!ts.isAsExpression(node) && !ts.isTypeAssertionExpression(node)) return;
    const type = node.type.getText();
    if (type === "const" || type === "unknown") return;
    const isDepsType = /\w*Deps\b|\btypeof [\w.]*\bdeps\b|\.run>\[0\]/.test(type);
    if (isDepsType || becomesDeps(node)) found.push(`${placeOf(node)} casts to ${type}`);
  });
  return found;
}

/** Whether the value ends in something called `deps`, or is the first argument of a call of `run`. */
function becomesDeps(node: ts.Node): boolean {
  let value = node;
  while (ts.isParenthesizedExpression(value.parent) || ts.isArrowFunction(value.parent)) value = value.parent;
  const { parent } = value;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) {
    return parent.initializer === value && /^(?:\w*Deps|deps)$/.test(parent.name.getText());
  }
  return (
    ts.isCallExpression(parent) &&
    parent.arguments[0] === value &&
    ts.isPropertyAccessExpression(parent.expression) &&
    parent.expression.name.text === "run"
  );
}

interface Needs {
  readonly place: string;
  /** Undefined for a type that is neither a name nor several names at once. */
  readonly names: readonly string[] | undefined;
}

/** What each annotated `run` of a definition names. */
function needsIn(file: ts.SourceFile): Needs[] {
  const found: Needs[] = [];
  walk(file, (node) => {
    const run = ts.isPropertyAssignment(node) ? node.initializer : node;
    if (!ts.isMethodDeclaration(run) && !ts.isArrowFunction(run) && !ts.isFunctionExpression(run)) return;
    if (!ts.isPropertyAssignment(node) && !ts.isMethodDeclaration(node)) return;
    if (node.name.getText() !== "run") return;
    const type = run.parameters[0]?.type;
    if (type) found.push({ place: placeOf(run), names: namesOf(type) });
  });
  return found;
}

function namesOf(type: ts.TypeNode): string[] | undefined {
  const parts = ts.isIntersectionTypeNode(type) ? [...type.types] : [type];
  return parts.every((part) => ts.isTypeReferenceNode(part)) ? parts.map((part) => part.getText()) : undefined;
}
