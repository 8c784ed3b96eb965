/** The door of the query area. */
export { COMPARED_CHARACTERS, matchNames, startOf, type AccountName } from "./core/match-names.ts";
export { QueryError, type QueryFailure } from "./core/query-error.ts";
export type { ServerAnswer } from "./core/server-answer.ts";
export { queryServer } from "./query-server.ts";
