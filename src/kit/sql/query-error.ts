/** What a failed statement says: which one it was and PostgreSQL's code, never the values it carried. */
import { DatabaseError } from "pg";

export class QueryError extends Error {
  override readonly name: string = "QueryError";
  /** The name of the statement that was running. */
  readonly statement: string;
  /** SQLSTATE, such as `23505`; or the code of the operating system, such as `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** The constraint that was broken, where one was. */
  readonly constraint: string | undefined;

  constructor(statement: string, says: string, cause: unknown) {
    const clean = withoutValues(cause);
    super(`${statement}: ${says}`, { cause: clean });
    this.statement = statement;
    this.code = codeOf(clean);
    this.constraint = clean instanceof DatabaseError ? clean.constraint : undefined;
  }
}

/**
 * The answer to COMMIT was lost: whether the transaction took place is not known. Never repeat its work blindly; look
 * up what it would have written.
 */
export class OutcomeUnknown extends QueryError {
  override readonly name = "OutcomeUnknown";
}

/** Whether the statement failed because a row with the same key exists; of that constraint or index, if one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): error is QueryError {
  return (
    error instanceof QueryError &&
    error.code === "23505" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** Wraps what `pg` threw while `statement` ran. */
export function queryError(statement: string, cause: unknown): QueryError {
  if (cause instanceof QueryError) return cause;
  const code = codeOf(cause);
  const constraint = cause instanceof DatabaseError ? cause.constraint : undefined;
  const says = [
    saysOf(cause),
    ...(code === undefined ? [] : [`(${code})`]),
    ...(constraint === undefined ? [] : [`by ${constraint}`]),
  ];
  return new QueryError(statement, says.join(" "), cause);
}

function saysOf(cause: unknown): string {
  if (cause instanceof DatabaseError) return "was refused by PostgreSQL";
  return cause instanceof RangeError
    ? "was answered with a value out of range"
    : "failed without an answer from PostgreSQL";
}

/** Whether the connection can be used no longer: everything but a plain refusal of one statement, or of its answer. */
export function breaksConnection(cause: unknown): boolean {
  if (cause instanceof RangeError) return false;
  return !(cause instanceof DatabaseError) || cause.severity !== "ERROR" || STALE_STATEMENT.has(cause.code ?? "");
}

/**
 * Whether running the same again may succeed, and the first run surely did nothing: serialisation failure, deadlock,
 * a prepared statement that a migration has outdated.
 */
export function isRetriable(error: unknown): boolean {
  return error instanceof QueryError && !(error instanceof OutcomeUnknown) && RETRIABLE.has(error.code ?? "");
}

/** 0A000 "cached plan must not change result type", 26000 "prepared statement does not exist". */
const STALE_STATEMENT: ReadonlySet<string> = new Set(["0A000", "26000"]);

const RETRIABLE: ReadonlySet<string> = new Set(["40001", "40P01", ...STALE_STATEMENT]);

function codeOf(cause: unknown): string | undefined {
  const code: unknown = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/**
 * PostgreSQL quotes the row in `detail` and `where`, and a value that it could not read in the message itself
 * (class 22, and whatever a function raises).
 */
function withoutValues(cause: unknown): unknown {
  if (!(cause instanceof DatabaseError)) return cause;
  cause.detail = undefined;
  cause.where = undefined;
  cause.internalQuery = undefined;
  if (cause.code?.startsWith("22") === true || cause.code?.startsWith("P0") === true) {
    cause.message = "(left out, because it may quote a value)";
    Error.captureStackTrace(cause);
  }
  return cause;
}
