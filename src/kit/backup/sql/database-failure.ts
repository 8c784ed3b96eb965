import { DatabaseError } from "pg";
import { codeOf } from "../../errors/code-of.ts";
import { queryError } from "../../sql/query-error.ts";

/** The messages of a socket whose other end is gone. */
const BROKEN: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** A failure of PostgreSQL without the values that it quotes, where it is one; any other failure as it is. */
export function databaseFailure(statement: string, error: unknown): unknown {
  const isBroken = error instanceof Error && error.message.startsWith("Connection terminated");
  const isOfDatabase = error instanceof DatabaseError || isBroken || BROKEN.has(codeOf(error) ?? "");
  return isOfDatabase ? queryError(statement, error) : error;
}
