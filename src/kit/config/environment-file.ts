/** Settings in the form of environment variables, one a line, as `.env.example` shows them. */
import { parseEnv } from "node:util";
import { readSmallFile } from "./config-file.ts";
import type { Environment } from "./environment.ts";

/** Far above any such file; a wrong path may point to anything. */
const MAX_FILE_BYTES = 1_048_576;

/**
 * The variables of a file: `NAME=value`, values optionally in quotes, `#` before a comment. Other lines mean nothing.
 *
 * @throws UserError when it cannot be read or is larger than 1 MiB.
 */
export function readEnvironmentFile(file: string): Environment {
  const text = readSmallFile(file, MAX_FILE_BYTES, "The file");
  return Object.freeze(parseEnv(text.replace(/^\uFEFF/, "")) as Record<string, string>);
}
