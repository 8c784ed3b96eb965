/**
 * YAML, of which JSON is a part, as a tree with places, so that everything that is wrong can be found by line and
 * column. The content of a line never gets into a message: it may be a password.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type ErrorCode,
  type Node,
  type Scalar,
} from "yaml";

/** Both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export type Tree = MapTree | ListTree | TextTree | NothingTree;

export interface MapTree {
  readonly kind: "map";
  readonly at: Place;
  readonly members: readonly Member[];
}

export interface Member {
  /** Undefined when it is not plain text. */
  readonly name: string | undefined;
  readonly at: Place;
  readonly value: Tree;
}

export interface ListTree {
  readonly kind: "list";
  readonly at: Place;
  readonly items: readonly Tree[];
}

/** Numbers and truth values too. */
export interface TextTree {
  readonly kind: "text";
  readonly at: Place;
  /** Exactly as it was written, where it is not quoted: a password of digits keeps its zeros. */
  readonly text: string;
  /** As YAML means it: text, a number, or true or false. */
  readonly value: unknown;
}

/** A name with nothing behind it. */
export interface NothingTree {
  readonly kind: "nothing";
  readonly at: Place;
}

/** Something in the file that cannot be used. `says` never repeats a value, which may be a password. */
export interface Problem extends Place {
  /** The parser's word for it, such as `bad indent`, where the file is not valid YAML. */
  readonly fault?: string;
  /** `players.servers[island].rcon.port`; empty for the file as a whole. */
  readonly path: string;
  /** The problem and the allowed form: `must be a whole number from 1 to 65535`. */
  readonly says: string;
}

export type ParsedYaml = { readonly tree: Tree } | { readonly problems: readonly Problem[] };

/** Far above any file of settings or of a cluster. */
const MAX_CHARACTERS = 1_048_576;
/** References may unfold a small file without end. */
const MAX_NODES = 50_000;
const MAX_DEPTH = 12;

const START: Place = { line: 1, column: 1 };

const IN_WORDS: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: "has a backslash in double quotes, where it means something else; use single quotes",
  BAD_INDENT: "is indented differently from the lines it belongs to",
  BLOCK_AS_IMPLICIT_KEY: "has two values; put a value that holds a colon into quotes",
  BLOCK_IN_FLOW: "has an indented block within brackets; write all of it with brackets, or none",
  MISSING_CHAR: "misses a quote, a bracket, a comma or a colon",
  MULTILINE_IMPLICIT_KEY: "is no `name: value`; is the colon missing, or the blank behind it?",
  MULTIPLE_DOCS: "begins a second document; remove the line ---",
  TAB_AS_INDENT: "is indented with a tab; use blanks",
  UNEXPECTED_TOKEN: "holds something that does not belong there; does a value need quotes?",
  BAD_SCALAR_START: "has a value that begins with a special character; put it into quotes",
};

/** The tree, or what is wrong: a file of more than 1,048,576 characters, invalid YAML, or one that unfolds too far. */
export function parseYamlTree(text: string): ParsedYaml {
  if (text.length > MAX_CHARACTERS) return { problems: [problemAt(START, "the file is larger than 1 MiB")] };
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: "error",
  });
  if (document.errors.length > 0) {
    return {
      problems: document.errors.map(({ code, pos }) => {
        const fault = code.toLowerCase().replaceAll("_", " ");
        const says = `this line ${IN_WORDS[code] ?? `is not valid YAML (${fault})`}`;
        return { ...problemAt(placeAt(lines, pos[0]), says), fault };
      }),
    };
  }
  return new TreeBuilder(document, lines).build();
}

/** The plain value: null for nothing, and for a mapping with a name twice the last one. */
export function plainValue(tree: Tree): unknown {
  if (tree.kind === "nothing") return null;
  if (tree.kind === "text") return tree.value;
  if (tree.kind === "list") return tree.items.map(plainValue);
  return Object.fromEntries(tree.members.map(({ name, value }) => [name ?? "?", plainValue(value)]));
}

/** One line: `tripod.yaml:12:9: players.servers[island].rcon.port must be a whole number from 1 to 65535`. */
export function formatProblem(problem: Problem, file: string): string {
  const what = problem.path === "" ? problem.says : `${problem.path} ${problem.says}`;
  return `${file}:${problem.line}:${problem.column}: ${what}`;
}

class TreeBuilder {
  readonly #document: Document;
  readonly #lines: LineCounter;
  #nodes = 0;
  #isTooMuch = false;
  readonly #problems: Problem[] = [];

  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  build(): ParsedYaml {
    const tree = this.#treeOf(this.#document.contents, START, 0);
    if (this.#isTooMuch) return { problems: [problemAt(START, "the file is nested or repeated too much")] };
    return this.#problems.length > 0 ? { problems: this.#problems } : { tree };
  }

  /** `before` is the place of what leads to the node, for nodes that have none. */
  #treeOf(node: Node | null, before: Place, depth: number): Tree {
    this.#nodes++;
    if (this.#nodes > MAX_NODES || depth > MAX_DEPTH) this.#isTooMuch = true;
    if (this.#isTooMuch || node === null) return { kind: "nothing", at: before };
    const at = node.range ? placeAt(this.#lines, node.range[0]) : before;
    if (isAlias(node)) {
      const meant = node.resolve(this.#document);
      // The problem of a repeated value is reported where it is repeated.
      if (meant) return { ...this.#treeOf(meant, at, depth + 1), at };
      this.#problems.push(problemAt(at, "this line refers to something that has not been given a name with &"));
      return { kind: "nothing", at };
    }
    if (isMap(node)) {
      const members = node.items.map((pair) => {
        const key = isScalar(pair.key) ? pair.key : undefined;
        const keyAt = key?.range ? placeAt(this.#lines, key.range[0]) : at;
        const value = this.#treeOf(pair.value as Node | null, keyAt, depth + 1);
        return { name: key ? textOf(key) : undefined, at: keyAt, value };
      });
      return { kind: "map", at, members };
    }
    if (isSeq(node)) {
      return { kind: "list", at, items: node.items.map((item) => this.#treeOf(item as Node | null, at, depth + 1)) };
    }
    const text = isScalar(node) ? textOf(node) : undefined;
    if (!isScalar(node) || text === undefined) return { kind: "nothing", at: before };
    return { kind: "text", at, text, value: node.value };
  }
}

/** As it was written, where it is not quoted: a password of digits keeps its zeros. Undefined for an empty text. */
function textOf(scalar: Scalar): string | undefined {
  if (scalar.value === null) return undefined;
  return typeof scalar.value === "string" ? scalar.value : scalar.source;
}

function placeAt(lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function problemAt(place: Place, says: string): Problem {
  return { ...place, path: "", says };
}
