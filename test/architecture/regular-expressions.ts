/** Every regular expression of a file: literals, `new RegExp`, and the patterns of schemas. */
import path from "node:path";
import ts from "typescript";
import { parse, placeOf, walk } from "./source-files.ts";

export interface FoundExpression {
  readonly source: string;
  readonly flags: string;
  /** `src/main.ts:12`. */
  readonly place: string;
}

export interface FoundExpressions {
  readonly expressions: readonly FoundExpression[];
  /** What cannot be read without running the program: `src/main.ts:12 wording`. */
  readonly unreadable: readonly string[];
}

/** When a job runs, which is a `pattern` too. */
const TIMETABLE = /^[\d*,/-]+(?: [\d*,/-]+){4}$/;

/**
 * Constants of the same file are put in where a template names them, and `inserted` tells what else may stand there: by
 * file and expression, such as `src/a.ts escaped(name)`, an example of the text.
 */
export function expressionsIn(
  file: ts.SourceFile,
  inserted: Readonly<Record<string, string>>,
  open: (name: string) => ts.SourceFile = parse,
): FoundExpressions {
  const expressions: FoundExpression[] = [];
  const unreadable: string[] = [];
  const constants = constantsOf(file);
  const read = (node: ts.Expression, known = constants): string => {
    const text = textOf(node, known, (part) => inserted[`${part.getSourceFile().fileName} ${part.getText()}`]);
    if (typeof text === "string") return text;
    unreadable.push(`${placeOf(node)} ${text.part.getText()}`);
    return "";
  };
  /** Undefined for a pattern that is handed on: it is found where it is written. */
  const readPattern = (node: ts.Expression): string | undefined => {
    if (isText(node, constants)) return read(node);
    const imported = ts.isIdentifier(node) ? importOf(node.text, file) : undefined;
    if (!imported) return undefined;
    const theirs = constantsOf(open(imported.file));
    return read(theirs.get(imported.name) ?? node, theirs);
  };
  walk(file, (node) => {
    const place = (): string => placeOf(node);
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      expressions.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place: place() });
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") {
      const [source, flags] = node.arguments ?? [];
      if (source) expressions.push({ source: read(source), flags: flags ? read(flags) : "", place: place() });
    } else if (ts.isPropertyAssignment(node) && node.name.getText() === "pattern") {
      const source = readPattern(node.initializer);
      // The validators compile patterns with this flag.
      if (source !== undefined && !TIMETABLE.test(source)) expressions.push({ source, flags: "u", place: place() });
    }
  });
  return { expressions, unreadable };
}

type Constants = ReadonlyMap<string, ts.Expression>;

function constantsOf(file: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
    }
  }
  return constants;
}

/** Whether it is written as a text: a pattern that is handed on from elsewhere is found where it is written. */
function isText(node: ts.Expression, constants: Constants): boolean {
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text);
    return constant !== undefined && isText(constant, constants);
  }
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** Where a name is imported from: the file, such as `src/a/b.ts`, and the name there. Undefined for those of packages. */
function importOf(local: string, file: ts.SourceFile): { readonly file: string; readonly name: string } | undefined {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const named = statement.importClause?.namedBindings;
    const found = named && ts.isNamedImports(named) && named.elements.find(({ name }) => name.text === local);
    const { text } = statement.moduleSpecifier;
    if (found && text.startsWith(".")) {
      const name = (found.propertyName ?? found.name).text;
      return { file: path.posix.join(path.posix.dirname(file.fileName), text), name };
    }
  }
  return undefined;
}

type Unreadable = { readonly part: ts.Expression };

function textOf(
  node: ts.Expression,
  constants: Constants,
  inserted: (node: ts.Expression) => string | undefined,
): string | Unreadable {
  if (ts.isStringLiteralLike(node)) return node.text;
  const example = inserted(node);
  if (example !== undefined) return example;
  if (ts.isTemplateExpression(node)) {
    let text = node.head.text;
    for (const span of node.templateSpans) {
      const part = textOf(span.expression, constants, inserted);
      if (typeof part !== "string") return part;
      text += part + span.literal.text;
    }
    return text;
  }
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return constant ? textOf(constant, constants, inserted) : { part: node };
}

/** An escape, a class or a character, and how often it is repeated. */
const ATOM = /(\\[up]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^])(\{(\d+)(?:,(\d*))?\})?/g;
/** Up to here the count is left as it is. */
const FEW = 4;
const UNIVERSAL: ReadonlySet<string> = new Set([".", "[^]", "[\\s\\S]"]);

/**
 * The expression with `*` and `+` in the place of large counts: `^[0-9a-f]+$` for `^[0-9a-f]{64}$`. There are more ways
 * through it than through the original, and it is proven to be linear in a hundredth of the time. What repeats any
 * character is left alone, since without a count it would never fail.
 */
export function widened(source: string): string {
  return source.replace(ATOM, (whole: string, atom: string, count?: string, least?: string, most?: string) => {
    if (count === undefined || UNIVERSAL.has(atom)) return whole;
    const largest = most === "" ? Infinity : Number(most ?? least);
    return largest <= FEW ? whole : `${atom}${least === "0" ? "*" : "+"}`;
  });
}
