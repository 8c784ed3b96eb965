/** Marks of nonces on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { nonceOfNumber, type Nonce } from "../core/nonce.ts";
import type { HeldWindow, MarkMove, NonceMarks, WindowChange } from "../store.ts";
import { recordUsed, forgetUsed } from "./used-nonces.ts";

export function nonceMarks(db: Database): NonceMarks {
  return {
    read: (keyId) => readMark(db, keyId),
    move: (moves) => moveMarks(db, moves),
    moveAlone: (keyId, work) =>
      db.transaction(async (tx) => {
        const held = await lockWindow(tx, keyId);
        const change = await work(held);
        if (change.mark > held.mark || change.keeper !== undefined) await changeWindow(tx, keyId, change);
        return change;
      }),
    recordUsed: (keyId, nonces, rules) => db.transaction((tx) => recordUsed(tx, keyId, nonces, rules)),
  };
}

/** Where the mark of a key is. */
async function readMark(db: Queryable, keyId: number): Promise<Nonce> {
  const [row] = await db.query<{ mark: string }>({
    name: "trading.readNonceMark",
    text: "select mark from trading.nonce_marks where key_id = $1",
    values: [keyId],
  });
  invariant(row, "every key has a mark");
  return nonceOfNumber(row.mark);
}

/** The keeper of a key's window, until the end of the transaction. */
async function lockWindow(tx: Transaction, keyId: number): Promise<HeldWindow> {
  const [row] = await tx.query<{
    mark: string;
    window_name: string | null;
    is_unbegun: boolean;
    is_begun_lately: boolean;
    keeper: HeldWindow["keeper"];
  }>({
    name: "trading.lockNonceWindow",
    text: `select mark, window_name, window_begun_at is null as is_unbegun,
        coalesce(window_begun_at > clock_timestamp() - interval '10 seconds', false) as is_begun_lately,
        case when database_until is null then 'redis' when database_until > clock_timestamp() then 'database'
          else 'over' end as keeper
      from trading.nonce_marks where key_id = $1 for update`,
    values: [keyId],
  });
  invariant(row, "every key has a mark");
  return {
    mark: nonceOfNumber(row.mark),
    window: row.window_name ?? undefined,
    isUnbegun: row.is_unbegun,
    isBegunLately: row.is_begun_lately,
    keeper: row.keeper,
  };
}

/** Writes what becomes of a window that is locked. */
async function changeWindow(
  tx: Transaction,
  keyId: number,
  { mark, keeper }: Pick<WindowChange<unknown>, "mark" | "keeper">,
): Promise<void> {
  if (keeper === undefined) {
    await tx.execute({
      name: "trading.raiseNonceMark",
      text: "update trading.nonce_marks set mark = $2 where key_id = $1",
      values: [keyId, mark],
    });
  } else if (keeper === "database") {
    await forgetUsed(tx, keyId);
    await tx.execute({
      name: "trading.keepNoncesHere",
      text: `update trading.nonce_marks set mark = $2, floor = $2,
          database_until = clock_timestamp() + interval '30 seconds'
        where key_id = $1`,
      values: [keyId, mark],
    });
  } else {
    await forgetUsed(tx, keyId);
    await tx.execute({
      name: "trading.beginNonceWindow",
      text: `update trading.nonce_marks set mark = $2, window_name = $3, window_begun_at = clock_timestamp(),
          database_until = null
        where key_id = $1`,
      values: [keyId, mark, keeper.begun ?? null],
    });
  }
}

/**
 * Moves those marks that are where they are thought to be; locks them in the order of their keys. Windows begun by
 * others end with it: the key's window no longer has their name.
 */
async function moveMarks(db: Queryable, moves: readonly MarkMove[]): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ key_id: number }>({
    name: "trading.moveNonceMarks",
    text: `with locked as (
        select key_id from trading.nonce_marks where key_id = any ($1::bigint[]) order by key_id for update
      )
      update trading.nonce_marks m
      set mark = wanted.new_mark, window_name = gen_random_uuid()::text, database_until = null
      from unnest($1::bigint[], $2::numeric[], $3::numeric[]) as wanted (key_id, old_mark, new_mark)
        join locked on locked.key_id = wanted.key_id
      where m.key_id = wanted.key_id and m.mark = wanted.old_mark
      returning m.key_id`,
    values: [moves.map(({ keyId }) => keyId), moves.map(({ from }) => from), moves.map(({ to }) => to)],
  });
  return new Set(rows.map((row) => row.key_id));
}
