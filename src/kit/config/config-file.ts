/** Reads the settings' file: YAML, of which JSON is a part. Every key keeps its line, so that a mistake can be found. */
import { readFileSync } from "node:fs";
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document, type Pair, type YAMLMap } from "yaml";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";

/** Far above any settings' file; a wrong path may point to anything. */
const MAX_FILE_BYTES = 1_048_576;

/** Of which at most this much is named in a message. */
const MAX_KEY_SHOWN = 80;

export interface FileEntry {
  readonly key: string;
  readonly line: number;
  /** What a mapping holds, when the value is one. */
  readonly members: readonly FileEntry[] | undefined;
  /** The plain value. */
  read(): unknown;
}

/**
 * The top-level entries of a settings' file, in order.
 *
 * @throws UserError when it cannot be read, is larger than 1 MiB, is no valid YAML, or holds something else than named
 * values. The message names lines and never what stands on them.
 */
export function readConfigFile(file: string): readonly FileEntry[] {
  const text = readSmallFile(file, MAX_FILE_BYTES, "The settings' file");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    // The parser's messages quote the line, which may hold a secret: only its codes are shown.
    const places = document.errors.map((error) => `line ${lines.linePos(error.pos[0]).line}: ${inWords(error.code)}`);
    throw new UserError(`The settings' file ${file} is no valid YAML:\n  ${places.join("\n  ")}`);
  }
  if (document.contents === null) return [];
  if (!isMap(document.contents)) throw new UserError(`The settings' file ${file} must hold names and their values.`);
  return entriesOf(document, document.contents, lines);
}

/**
 * The text of a file.
 *
 * @throws UserError, naming the path and the reason, when it cannot be read or is larger.
 */
export function readSmallFile(file: string, maxBytes: number, what: string): string {
  let text: Buffer;
  try {
    text = readFileSync(file);
  } catch (error) {
    const code = codeOf(error) ?? "unknown error";
    throw new UserError(`${what} ${file} cannot be read (${code}).`, { cause: error });
  }
  if (text.length > maxBytes) throw new UserError(`${what} ${file} is larger than ${maxBytes} bytes.`);
  return text.toString("utf8");
}

function entriesOf(document: Document, map: YAMLMap, lines: LineCounter): FileEntry[] {
  return map.items.map((pair: Pair) => {
    const key = isScalar(pair.key) ? pair.key : undefined;
    return {
      key: (typeof key?.value === "string" ? key.value : "?").slice(0, MAX_KEY_SHOWN),
      line: key?.range ? lines.linePos(key.range[0]).line : 1,
      members: isMap(pair.value) ? entriesOf(document, pair.value, lines) : undefined,
      read: () => plainValue(document, pair.value),
    };
  });
}

function plainValue(document: Document, node: unknown): unknown {
  // The reader's limit on aliases stops values that unfold without end.
  return isNode(node) ? (node.toJS(document) as unknown) : null;
}

function inWords(code: string): string {
  return code.toLowerCase().replaceAll("_", " ");
}
