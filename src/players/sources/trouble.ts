/** The problem of a server's source: a sentence for every caller, and one more for operators. */
import { UserError } from "../../kit/errors/user-error.ts";
import { QueryError } from "../query/index.ts";
import { RconError } from "../rcon/index.ts";
import type { SourceWord } from "./core/source-word.ts";

/** An unexpected error may hold anything, so only the fact is reported. */
export function troubleOf(error: unknown): SourceWord {
  // While a server is left alone for a while, it has the trouble that it had before.
  if (error instanceof RconError && error.cause instanceof RconError) return troubleOf(error.cause);
  if (error instanceof RconError || error instanceof QueryError) return trouble(error.kind, error.says, error.detail);
  if (error instanceof UserError) return trouble("settings", error.message);
  return trouble("unexpected", "It could not be asked, for a reason that was not foreseen; the log tells more.");
}

function trouble(kind: string, says: string, detail?: string): SourceWord {
  return { isGood: false, kind, says, ...(detail === undefined ? {} : { detail }) };
}
