/** The failures of reading an SQLite file. */

/**
 * By what the caller may do: `busy` may pass within seconds (the file was being written or copied, or a part of it is
 * missing yet); `unreadable` is the operating system's refusal (no such file, no permission, a full disk);
 * `notDatabase` and `damaged` last until a program rewrites the file; `missingTable` and `missingColumn` are a file of
 * another kind; `tooLarge` is past a limit of the caller's own.
 */
export type SqliteErrorKind =
  | "busy"
  | "unreadable"
  | "notDatabase"
  | "damaged"
  | "missingTable"
  | "missingColumn"
  | "tooLarge";

/**
 * An SQLite file that could not be read. The message may be shown: it holds no path; the machine's own message is in
 * `cause`.
 */
export class SqliteError extends Error {
  override readonly name = "SqliteError";
  readonly kind: SqliteErrorKind;

  constructor(kind: SqliteErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** Runs `work`, and makes an `SqliteError` of what the library or the operating system throws in it. */
export function explained<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw sqliteError(cause);
  }
}

/** The library tells its failures by SQLite's fixed sentences alone. */
const SENTENCES: readonly (readonly [RegExp, SqliteErrorKind, string])[] = [
  [/file is not a database/, "notDatabase", "The file is not an SQLite database."],
  [/malformed|corrupt/, "damaged", "The SQLite database is damaged or only half copied."],
  [/is locked|unable to open|could not open/i, "busy", "The SQLite database could not be opened just now."],
  [/disk i\/o|disk is full/i, "unreadable", "The operating system failed to read or keep the SQLite database."],
  [/out of memory|too big/, "tooLarge", "A value of the SQLite database is too large."],
];

function sqliteError(cause: unknown): SqliteError {
  if (cause instanceof SqliteError) return cause;
  const says = cause instanceof Error ? cause.message : "";
  const known = SENTENCES.find(([sentence]) => sentence.test(says));
  if (known) return new SqliteError(known[1], known[2], cause);
  return new SqliteError("damaged", "The SQLite database could not be read.", cause);
}
