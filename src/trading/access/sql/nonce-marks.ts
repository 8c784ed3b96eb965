/** Marks of nonces on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { FIRST_NONCE, type Nonce } from "../core/nonce.ts";
import type { MarkMove, NonceMarks } from "../store.ts";

export function nonceMarks(db: Database): NonceMarks {
  return {
    read: (keyId) => readMark(db, keyId),
    move: (moves) => moveMarks(db, moves),
    moveAlone: (keyId, work) =>
      db.transaction(async (tx) => {
        const mark = await lockMark(tx, keyId);
        const next = await work(mark);
        if (next.mark > mark) await moveMarks(tx, [{ keyId, from: mark, to: next.mark }]);
        return next;
      }),
  };
}

/** Where the mark of a key is. */
async function readMark(db: Queryable, keyId: number): Promise<Nonce> {
  const [row] = await db.query<{ mark: string }>({
    name: "trading.readNonceMark",
    text: "select mark from trading.nonce_marks where key_id = $1",
    values: [keyId],
  });
  return markOf(row);
}

/** Where the mark of a key is, and stays until the end of the transaction. */
async function lockMark(tx: Transaction, keyId: number): Promise<Nonce> {
  const [row] = await tx.query<{ mark: string }>({
    name: "trading.lockNonceMark",
    text: "select mark from trading.nonce_marks where key_id = $1 for update",
    values: [keyId],
  });
  return markOf(row);
}

/** Moves those marks that are where they are thought to be; locks them in the order of their keys. */
async function moveMarks(db: Queryable, moves: readonly MarkMove[]): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ key_id: number }>({
    name: "trading.moveNonceMarks",
    text: `with locked as (
        select key_id from trading.nonce_marks where key_id = any ($1::bigint[]) order by key_id for update
      )
      update trading.nonce_marks m set mark = wanted.new_mark
      from unnest($1::bigint[], $2::numeric[], $3::numeric[]) as wanted (key_id, old_mark, new_mark)
        join locked on locked.key_id = wanted.key_id
      where m.key_id = wanted.key_id and m.mark = wanted.old_mark
      returning m.key_id`,
    values: [moves.map(({ keyId }) => keyId), moves.map(({ from }) => from), moves.map(({ to }) => to)],
  });
  return new Set(rows.map((row) => row.key_id));
}

function markOf(row: { readonly mark: string } | undefined): Nonce {
  invariant(row, "every key has a mark");
  return row.mark.padStart(FIRST_NONCE.length, "0") as Nonce;
}
