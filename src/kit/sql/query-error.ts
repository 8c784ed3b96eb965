/** A failed statement's message: its name and PostgreSQL's code, never the values it carried. */
import { DatabaseError } from "pg";
import { codeOf } from "../errors/code-of.ts";

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
 * The answer to COMMIT was lost, or to a single statement that writes: whether it took place is not known. Never repeat
 * the work blindly; look up what it would have written.
 */
export class OutcomeUnknown extends QueryError {
  override readonly name = "OutcomeUnknown";
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
  if (!(cause instanceof DatabaseError) || cause.severity !== "ERROR") return true;
  return STALE_STATEMENT.has(cause.code ?? "") || cause.code === READ_ONLY;
}

/**
 * Whether running the same again may succeed, and the first run surely did nothing: serialisation failure, deadlock,
 * a prepared statement that a migration has outdated.
 */
export function isRetriable(error: unknown): boolean {
  return error instanceof QueryError && !(error instanceof OutcomeUnknown) && RETRIABLE.has(error.code ?? "");
}

/**
 * Whether the database could not do it now, and certainly did nothing. It cannot be reached, has no room, is starting,
 * stopping or a standby, or the work waited for too long. Asking again later may help.
 */
export function isUnavailable(error: unknown): error is QueryError {
  if (!(error instanceof QueryError) || error instanceof OutcomeUnknown) return false;
  const { cause, code = "" } = error;
  if (cause instanceof DatabaseError) return AWAY.test(code) || isStandby(error);
  // The messages of `pg` itself: no connection, a connection that broke, no free one in time. Other errors are our
  // mistakes.
  return cause instanceof Error && !(cause instanceof TypeError || cause instanceof RangeError);
}

/**
 * Answers of PostgreSQL and poolers that are away, by SQLSTATE: 08 connection, 28 and 3D000 no such account or
 * database (yet), 40001 and 40P01 serialisation and deadlock once they were tried again, 53 out of connections, memory
 * or disk, 55P03 and 57014 waited too long, 57P stopping or starting, 58 trouble of the system, 25006 read-only.
 */
const AWAY = /^(?:08...|28...|3D000|25006|25P03|40001|40P01|53...|55P03|57014|57P0[1-5]|58...)$/;

/** A standby answers "cannot set transaction read-write mode during recovery" with the code of all that it cannot do. */
function isStandby({ statement, code }: QueryError): boolean {
  return code === "0A000" && statement === "begin";
}

/** Whether the connection was lost while the statement was in progress: it may have been carried out. */
export function lostTheAnswer(error: unknown): boolean {
  if (!(error instanceof QueryError)) return false;
  const { cause } = error;
  return cause instanceof DatabaseError ? cause.severity !== "ERROR" : !(cause instanceof RangeError);
}

/** Whether PostgreSQL has refused a statement, so that its whole transaction certainly did nothing. */
export function wasRefused(error: unknown): boolean {
  if (!(error instanceof QueryError) || error instanceof OutcomeUnknown) return false;
  return error.cause instanceof DatabaseError && error.cause.severity === "ERROR";
}

/** A value that a column cannot hold (class 22), a broken rule of a table (23), more than PostgreSQL can do (54). */
const FOR_CONTENT = /^(?:22|23|54)/;

/** Whether a statement was refused for what it says: the same statement would be refused again. */
export function isForContent(error: unknown): boolean {
  return error instanceof QueryError && !(error instanceof OutcomeUnknown) && FOR_CONTENT.test(error.code ?? "");
}

/** 0A000 "cached plan must not change result type", 26000 "prepared statement does not exist". */
const STALE_STATEMENT: ReadonlySet<string> = new Set(["0A000", "26000"]);

/** The server is a standby (now): another connection may lead to the primary. */
const READ_ONLY = "25006";

const RETRIABLE: ReadonlySet<string> = new Set(["40001", "40P01", ...STALE_STATEMENT]);

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
