/** Reads the settings' file. Every name keeps its line, so that a mistake can be found. */
import { closeSync, openSync, readSync } from "node:fs";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import { parseYamlTree, type Member, type Problem, type Tree } from "./yaml-tree.ts";

/** Far above any settings' file; a wrong path may point to anything. */
const MAX_FILE_BYTES = 1_048_576;

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
 * The text of a file. No more than `maxBytes` are read of it: a wrong path may point to a device that has no end.
 *
 * @throws UserError, naming the path and the reason, when it cannot be read or is larger.
 */
export function readSmallFile(file: string, maxBytes: number, what: string): string {
  let text: Buffer;
  try {
    text = firstBytes(file, maxBytes + 1);
  } catch (error) {
    const code = codeOf(error) ?? "unknown error";
    throw new UserError(`${what} ${file} cannot be read (${code}).`, { cause: error });
  }
  if (text.length > maxBytes) throw new UserError(`${what} ${file} is larger than ${maxBytes} bytes.`);
  return text.toString("utf8");
}

function firstBytes(file: string, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  const opened = openSync(file, "r");
  try {
    for (let length = 0; ;) {
      // Pipes give what they have at the moment.
      const read = readSync(opened, bytes, length, most - length, null);
      length += read;
      if (read === 0 || length === most) return bytes.subarray(0, length);
    }
  } finally {
    closeSync(opened);
  }
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
