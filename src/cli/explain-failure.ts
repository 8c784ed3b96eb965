/** The error that ended a command, as one sentence, where the operator can mend it. */
import { UserError } from "../kit/errors/user-error.ts";
import { isUnavailable, OutcomeUnknown } from "../kit/sql/query-error.ts";

/** More causes than any of our errors has. */
const MAX_CAUSES = 10;

const SYSTEM: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota of this account is used up",
  EROFS: "The disk is read-only",
  EACCES: "This account may not use a file or folder",
  EPERM: "This account may not change a file or folder",
  ENOTDIR: "A part of a path is a file, where a folder has to be",
  EISDIR: "A folder is where a file has to be",
  ENAMETOOLONG: "A name is too long",
  EFBIG: "The file is larger than its file system, or this account, may have",
  EIO: "A disk cannot be read or written",
  ELOOP: "Links lead in a circle",
  EMFILE: "This process may not open more files (ulimit -n)",
  ENFILE: "This machine may not open more files",
  // PostgreSQL's own codes.
  "53100": "The disk of the database is full",
  "42501": "The database account lacks a right that the command needs",
  "25006": "The database is read-only: it may be a standby",
};

/** Undefined for our own mistakes, which need their stack trace. */
export function explain(error: unknown): string | undefined {
  for (const [depth, cause] of causesOf(error).entries()) {
    if (cause instanceof UserError) return depth === 0 ? cause.message : undefined;
    const { code, path } = cause as { readonly code?: unknown; readonly path?: unknown };
    const says = typeof code === "string" ? SYSTEM[code] : undefined;
    if (says !== undefined) {
      return `${says}${typeof path === "string" ? `: ${path}` : ""} (${String(code)}). Mend that and run the command again.`;
    }
    if (isUnavailable(cause) || cause instanceof OutcomeUnknown) {
      const shown = cause.code === undefined ? "" : ` (${cause.code})`;
      return `The database stopped answering while the command ran${shown}. See its log, and run the command again.`;
    }
  }
  return undefined;
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) causes.push(cause);
  return causes;
}
