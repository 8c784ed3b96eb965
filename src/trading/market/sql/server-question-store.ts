/** Questions to the processes that have servers, on PostgreSQL. */
import { questionStore } from "../../../kit/asking/sql/question-store.ts";
import type { Database } from "../../../kit/sql/database.ts";
import type { ServerQuestionStore } from "../store.ts";

export function serverQuestionStore(db: Database): ServerQuestionStore {
  return questionStore(db, { name: "trading.server_questions", to: "worker" });
}
