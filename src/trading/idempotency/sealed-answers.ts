import type { SealedPlace } from "../../kit/sealed/sealed-place.ts";

/** The context that an answer is sealed to, `of` a caller and a key with a blank between: it opens nowhere else. */
export function answerRecord(of: string): string {
  return `idempotent ${of}`;
}

/** Answers that are given again to a repeated request. */
export const sealedAnswers: SealedPlace = {
  table: "trading.idempotent_requests",
  column: "answer",
  id: "t.user_id || ' ' || t.key",
  // The text after the first blank, whatever it holds.
  isRow: "t.user_id = split_part(n.id, ' ', 1)::bigint and t.key = substr(n.id, strpos(n.id, ' ') + 1)",
  holds: "t.answer is not null",
  record: answerRecord,
};
