/** Settings in the form of environment variables, one a line, as `.env.example` shows them. */
import { parseEnv } from "node:util";
import { UserError } from "../errors/user-error.ts";
import { readSmallFile } from "./config-file.ts";
import type { Environment } from "./environment.ts";

/** Far above any such file; a wrong path may point to anything. */
const MAX_FILE_BYTES = 1_048_576;

const QUOTES: ReadonlySet<string> = new Set(["'", '"', "`"]);
const ASSIGNMENT = /^(?:export\s+)?[\w.-]+\s*=\s*(.*)$/s;
/** A name of ours with something behind it. One that stands alone says nothing, as in the files of containers. */
const OURS = /^(?:export\s+)?(TRIPOD_[A-Z0-9_]{0,80})(?:\s+\S|[^\sA-Z0-9_])/;

/**
 * The variables of a file: `NAME=value`, values optionally in quotes, `#` before a comment. Other lines mean nothing.
 *
 * @throws UserError when it cannot be read or is larger than 1 MiB, or a variable of ours is written another way.
 */
export function readEnvironmentFile(file: string): Environment {
  const text = readSmallFile(file, MAX_FILE_BYTES, "The file").replace(/^\uFEFF/, "");
  const lines = text.split("\n");
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]?.trim() ?? "";
    const [, value] = ASSIGNMENT.exec(line) ?? [];
    if (value !== undefined) {
      const end = endOfValue(lines, at, value);
      kept.push(...lines.slice(at, end + 1));
      at = end;
      continue;
    }
    const [, name] = OURS.exec(line) ?? [];
    if (name === undefined) continue;
    throw new UserError(`The file ${file}, line ${at + 1}: write ${name}=value, with an equals sign.`);
  }
  // The parser would take a line without an equals sign for the beginning of the next name, and both would be lost.
  return Object.freeze(parseEnv(kept.join("\n")) as Record<string, string>);
}

/** The line where a value ends: another one than `at`, where it has several lines in quotes. */
function endOfValue(lines: readonly string[], at: number, value: string): number {
  const quote = value.slice(0, 1);
  if (!QUOTES.has(quote) || value.indexOf(quote, 1) >= 0) return at;
  const end = lines.findIndex((line, index) => index > at && line.includes(quote));
  return end < 0 ? at : end;
}
