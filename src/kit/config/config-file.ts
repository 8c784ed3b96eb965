/** Reads the settings' file. Every name keeps its line, so that a mistake can be found. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import { READ_WITHOUT_WAITING } from "../files/read-without-waiting.ts";
import { parseYamlTree, type Member, type Problem, type Tree } from "./yaml-tree.ts";

/** Far above any settings' file; a wrong path may point to anything. */
const MAX_FILE_BYTES = 1_048_576;

/** A program that waits to write into a pipe begins as soon as the pipe is read. */
const OPENING_LIMIT_MS = 2_000;
/** A program that has opened the pipe may first ask a vault over the network. */
const WRITING_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 20;

/**
 * The top-level members of a settings' file, in order.
 *
 * @throws UserError when it cannot be read, is larger than 1 MiB, is not valid YAML, or holds something else than
 * named values. The message names lines and never their content.
 */
export function readConfigFile(file: string): readonly Member[] {
  const parsed = parseYamlTree(readSmallFile(file, MAX_FILE_BYTES, "The settings' file"));
  const problems = "problems" in parsed ? parsed.problems : repeatedNames(parsed.tree);
  if (problems.length > 0 || "problems" in parsed) {
    const places = new Set(problems.map(({ line, fault, says }) => `line ${line}: ${fault ?? says}`));
    throw new UserError(`The settings' file ${file} is not valid YAML:\n  ${[...places].join("\n  ")}`);
  }
  const { tree } = parsed;
  if (tree.kind === "nothing") return [];
  if (tree.kind !== "map") throw new UserError(`The settings' file ${file} must hold names and their values.`);
  return tree.members;
}

/**
 * The text of a file, or of a pipe that a program writes into. No more than `maxBytes` are read of it: a wrong path may
 * point to a device that has no end.
 *
 * @throws UserError, naming the path and the reason, when it cannot be read, is larger, or is a pipe that stays silent.
 */
export function readSmallFile(file: string, maxBytes: number, what: string): string {
  let text: Buffer | undefined;
  try {
    text = firstBytes(file, maxBytes + 1);
  } catch (error) {
    const code = codeOf(error) ?? "unknown error";
    throw new UserError(`${what} ${file} cannot be read (${code}).`, { cause: error });
  }
  if (text === undefined) {
    throw new UserError(`${what} ${file} is not a regular file, and no text came out of it. Name a regular file.`);
  }
  if (text.length > maxBytes) throw new UserError(`${what} ${file} is larger than ${maxBytes} bytes.`);
  return text.toString("utf8");
}

/** Undefined for a pipe or terminal that gives nothing in time. */
function firstBytes(file: string, most: number): Buffer | undefined {
  const bytes = Buffer.alloc(most);
  // Opening a pipe would otherwise wait until a program opens it to write, and that may be never.
  const opened = openSync(file, READ_WITHOUT_WAITING);
  try {
    const isFile = fstatSync(opened).isFile();
    const silence = { ms: 0 };
    for (let length = 0; ;) {
      // Pipes give what they have at the moment.
      const read = readNow(opened, bytes, length);
      if (read !== undefined) length += read;
      if (length === most) return bytes;
      // A pipe has no end before its first byte: a program may be about to open it.
      const isEnd = read === 0 && (isFile || length > 0);
      if (isEnd) return bytes.subarray(0, length);
      if (read) silence.ms = 0;
      else if (!waited(silence, read === 0 ? OPENING_LIMIT_MS : WRITING_LIMIT_MS)) return undefined;
    }
  } finally {
    closeSync(opened);
  }
}

/** How many bytes came; undefined where a program may still write some. */
function readNow(opened: number, bytes: Buffer, length: number): number | undefined {
  try {
    return readSync(opened, bytes, length, bytes.length - length, null);
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return undefined;
    throw error;
  }
}

/** Waits a moment, unless that was done for long enough. Settings are read before anything runs beside them. */
function waited(silence: { ms: number }, limitMs: number): boolean {
  if (silence.ms >= limitMs) return false;
  silence.ms += LOOK_EVERY_MS;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  return true;
}

function repeatedNames(tree: Tree): Problem[] {
  if (tree.kind === "list") return tree.items.flatMap(repeatedNames);
  if (tree.kind !== "map") return [];
  const names = new Set<string>();
  return tree.members.flatMap(({ name, at, value }): Problem[] => {
    const isRepeated = name !== undefined && names.has(name);
    if (name !== undefined) names.add(name);
    return [...(isRepeated ? [{ ...at, path: "", says: "duplicate key" }] : []), ...repeatedNames(value)];
  });
}
