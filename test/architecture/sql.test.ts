/** Statements: named once, explained, and spelled out. */
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { parse, placeOf, programFiles, walk } from "./source-files.ts";

/** PostgreSQL cuts longer names of prepared statements, and two that were cut alike are one. */
const MAX_NAME_BYTES = 63;

interface Found {
  readonly place: string;
  readonly name: string;
  readonly explained: boolean;
  /** The statement; undefined where it is computed. */
  readonly text?: string;
}

const SQL_TEXT = /^\s*(?:select|insert|update|delete|with|merge|lock|set|create|alter|drop|truncate|notify)\s/i;
const STAR = /\b(?:select|returning)\s+(?:all\s+|distinct\s+)?(?:\w+\.)?\*/i;

/** Other uses of a column `pattern` in a condition than `pattern = any (...)`. */
const MATCHES_PATTERN =
  /\bpattern\s*(?:=(?!\s*any\b)|<>|!?~|(?:not\s+)?i?like\b)|\b(?:left|right|starts_with|position|strpos)\s*\([^)]*\bpattern\b/i;

const files = programFiles().map((file) => parse(file));
const statements = files.flatMap(statementsOf);

describe("every SQL statement", () => {
  test("has a name of its own", () => {
    const byName = groupByName(statements);
    const shared = [...byName].filter(([, found]) => found.length > 1);
    expect(shared.map(([name, found]) => [name, found.map(({ place }) => place)])).toEqual([]);
  });

  test("stands once: two areas that need the same one share it", () => {
    expect(repeatedIn(statements)).toEqual([]);
  });

  test("looks for patterns by equality: `src/kit/text/name-pattern.ts` says what they cover", () => {
    expect(files.flatMap(patternsIn)).toEqual([]);
  });

  test("is named after a folder that it stands in, within PostgreSQL's limit", () => {
    const wrong = statements.filter(({ name, place }) => {
      const [room = "", ...rest] = name.split(".");
      return rest.length !== 1 || !place.includes(`/${room}/`) || Buffer.byteLength(name) > MAX_NAME_BYTES;
    });
    expect(wrong).toEqual([]);
  });

  test("stands in a function that says why it exists", () => {
    expect(statements.filter(({ explained }) => !explained)).toEqual([]);
  });

  test("stands in sql/, or in the kit", () => {
    expect(statements.filter(({ place }) => !/\/sql\/|^src\/kit\//.test(place))).toEqual([]);
  });

  test("names its columns", () => {
    expect(files.flatMap(starsOf)).toEqual([]);
  });
});

describe("these checks see", () => {
  test("statements, in functions with and without a reason", () => {
    const text = `
      /** Why. */
      export async function read(db) { return db.query({ name: "registry.read", text: \`select a from b\` }); }
      export async function write(db) { return db.execute({ name: "registry.write", text: "update b set a = 1" }); }
      const built = { name: "registry.built", text, values: [] };
      const other = { name: "Anna", text: "Good morning" };`;
    expect(statementsOf(parse("src/registry/servers/sql/a.ts", text))).toMatchObject([
      { name: "registry.read", place: "src/registry/servers/sql/a.ts:3", explained: true },
      { name: "registry.write", place: "src/registry/servers/sql/a.ts:4", explained: false },
      { name: "registry.built", place: "src/registry/servers/sql/a.ts:5", explained: false },
    ]);
  });

  test("a statement that stands twice, whatever its name and its spaces", () => {
    const text = `
      const one = { name: "registry.one", text: "select a from b where c = $1", values };
      const other = { name: "registry.other", text: \`select a from b
        where c = $1\`, values };
      const third = { name: "registry.third", text: "select a from b where d = $1", values };`;
    const found = statementsOf(parse("src/registry/servers/sql/a.ts", text));
    expect(repeatedIn(found)).toEqual([["src/registry/servers/sql/a.ts:2", "src/registry/servers/sql/a.ts:3"]]);
  });

  test.each([
    ["select a from b where pattern = $1", 1],
    ["select a from b where b.pattern like $1", 1],
    ["select a from b where starts_with($1, left(b.pattern, -1))", 1],
    ["select a from b where b.pattern = any ($1::text[])", 0],
    ["select a, pattern from b where a = $1", 0],
    ["insert into b (a, pattern) values ($1, $2)", 0],
  ])("whether %j matches patterns itself", (sql, found) => {
    expect(patternsIn(parse("src/registry/servers/sql/a.ts", `const a = \`${sql}\`;`))).toHaveLength(found);
  });

  test.each([
    ["select * from b", 1],
    ["select b.* from b", 1],
    ["insert into b values (1) returning *", 1],
    ["select count(*) from b", 0],
    ["select a * 2 from b", 0],
  ])("whether %j names its columns", (sql, stars) => {
    expect(starsOf(parse("src/registry/servers/sql/a.ts", `const a = \`${sql} \${more}\`;`))).toHaveLength(stars);
  });
});

/** Object literals with a literal `name` and a `text` that is SQL, or that is computed in a file of `sql/`. */
function statementsOf(file: ts.SourceFile): Found[] {
  const found: Found[] = [];
  walk(file, (node) => {
    // A spread takes a statement that stands elsewhere.
    if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return;
    const name = member(node, "name");
    const text = member(node, "text");
    if (!name || !text || !ts.isStringLiteralLike(name)) return;
    const literal = ts.isStringLiteralLike(text) || ts.isTemplateExpression(text);
    const isSql = literal ? SQL_TEXT.test(unquoted(text)) : /\/sql\//.test(file.fileName);
    if (!isSql) return;
    const said = literal ? { text: text.getText().slice(1, -1).replaceAll(/\s+/g, " ").trim() } : {};
    found.push({ name: name.text, place: placeOf(node), explained: isExplained(node), ...said });
  });
  return found;
}

/** Statements with the same text. One with an inserted constant may differ from its like by the constant's value. */
function repeatedIn(all: readonly Found[]): string[][] {
  const byText = new Map<string, string[]>();
  for (const { text, place } of all) {
    if (text !== undefined && !text.includes("${")) byText.set(text, [...(byText.get(text) ?? []), place]);
  }
  return [...byText.values()].filter((places) => places.length > 1);
}

function starsOf(file: ts.SourceFile): string[] {
  return textsIn(file, (text) => STAR.test(text));
}

function patternsIn(file: ts.SourceFile): string[] {
  return textsIn(file, (text) => SQL_TEXT.test(text) && MATCHES_PATTERN.test(text));
}

/** Where literals stand that hold what is looked for. */
function textsIn(file: ts.SourceFile, holds: (text: string) => boolean): string[] {
  const places: string[] = [];
  walk(file, (node) => {
    const literal = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (literal && holds(unquoted(node))) places.push(placeOf(node));
  });
  return places;
}

function member(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of node.properties) {
    if (property.name?.getText() !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

/** The text between the quotes, what is inserted into it taken away. */
function unquoted(node: ts.Node): string {
  return node
    .getText()
    .slice(1, -1)
    .replace(/\$\{[^}]*\}/g, "x");
}

function isExplained(node: ts.Node): boolean {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.getJSDocCommentsAndTags(at).some(ts.isJSDoc)) return true;
  }
  return false;
}

function groupByName(all: readonly Found[]): Map<string, Found[]> {
  const groups = new Map<string, Found[]>();
  for (const found of all) groups.set(found.name, [...(groups.get(found.name) ?? []), found]);
  return groups;
}
