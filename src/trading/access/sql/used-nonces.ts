/** The window of keys that PostgreSQL keeps while Redis is away: see `NonceMarks.recordUsed`. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import type { NonceVerdict } from "../core/nonce-window.ts";
import { nonceOfNumber, type Nonce } from "../core/nonce.ts";
import type { Recorded, RecordRules } from "../store.ts";

interface Kept {
  readonly keeper: "redis" | "database" | "over";
  readonly mark: Nonce;
  readonly floor: Nonce;
}

/** Uses nonces up in the order in which they are given; the window is this transaction's until its end. */
export async function recordUsed(
  tx: Transaction,
  keyId: number,
  nonces: readonly Nonce[],
  { mayLeave, trimTo }: RecordRules,
): Promise<Recorded | undefined> {
  const kept = await lockKept(tx, keyId);
  if (mayLeave && kept.keeper !== "database") return undefined;
  // Everything up to the mark may have been accepted by the keeper before.
  const before = kept.keeper === "redis" ? await beginHere(tx, keyId, kept.mark) : kept.floor;
  const fresh = await insertUsed(
    tx,
    keyId,
    nonces.filter((nonce) => nonce > before),
  );
  const mark = [...fresh].reduce((highest, nonce) => (nonce > highest ? nonce : highest), kept.mark);
  await holdOn(tx, keyId, mark, mayLeave);
  const verdicts = nonces.map((nonce): NonceVerdict => {
    if (nonce <= before) return "low";
    // The first of several requests with one nonce is the one that is accepted.
    return fresh.delete(nonce) ? "fresh" : "used";
  });
  const floor = trimTo === undefined ? before : await trim(tx, keyId, trimTo);
  return { verdicts, floor };
}

/** The keeper of a key's window, until the end of the transaction. */
async function lockKept(tx: Transaction, keyId: number): Promise<Kept> {
  const [row] = await tx.query<{ mark: string; floor: string; keeper: Kept["keeper"] }>({
    name: "trading.lockUsedNonces",
    text: `select mark, floor, case when database_until is null then 'redis'
          when database_until > clock_timestamp() then 'database' else 'over' end as keeper
      from trading.nonce_marks where key_id = $1 for update`,
    values: [keyId],
  });
  invariant(row, "every key has a mark");
  return { keeper: row.keeper, mark: nonceOfNumber(row.mark), floor: nonceOfNumber(row.floor) };
}

/** A window that begins in another place needs none of them: everything up to the mark is refused there. */
export async function forgetUsed(tx: Transaction, keyId: number): Promise<void> {
  await tx.execute({
    name: "trading.forgetUsedNonces",
    text: "delete from trading.used_nonces where key_id = $1",
    values: [keyId],
  });
}

/** Takes the window: everything up to the mark is refused from now on. */
async function beginHere(tx: Transaction, keyId: number, mark: Nonce): Promise<Nonce> {
  await forgetUsed(tx, keyId);
  await tx.execute({
    name: "trading.takeNonceWindow",
    text: `update trading.nonce_marks set floor = $2, database_until = clock_timestamp() + interval '30 seconds'
      where key_id = $1`,
    values: [keyId, mark],
  });
  return mark;
}

/** Notes nonces as used; answers those that were not. */
async function insertUsed(tx: Transaction, keyId: number, nonces: readonly Nonce[]): Promise<Set<Nonce>> {
  if (nonces.length === 0) return new Set();
  const rows = await tx.query<{ nonce: string }>({
    name: "trading.insertUsedNonces",
    text: `insert into trading.used_nonces (key_id, nonce)
      select $1, nonce from unnest($2::numeric[]) as given (nonce)
      on conflict do nothing
      returning nonce`,
    values: [keyId, nonces],
  });
  return new Set(rows.map(({ nonce }) => nonceOfNumber(nonce)));
}

/** Moves the mark, and keeps the window for longer where this process does not reach Redis. */
async function holdOn(tx: Transaction, keyId: number, mark: Nonce, mayLeave: boolean): Promise<void> {
  await tx.execute({
    name: "trading.holdUsedNonces",
    text: `update trading.nonce_marks
      set mark = $2, database_until = case
        when $3 or database_until > clock_timestamp() + interval '20 seconds' then database_until
        else clock_timestamp() + interval '30 seconds' end
      where key_id = $1`,
    values: [keyId, mark, mayLeave],
  });
}

/** Forgets all but the highest nonces, and answers the floor. */
async function trim(tx: Transaction, keyId: number, count: number): Promise<Nonce> {
  const [row] = await tx.query<{ floor: string }>({
    name: "trading.trimUsedNonces",
    text: `with gone as (
        delete from trading.used_nonces
        where key_id = $1 and nonce <= (
          select nonce from trading.used_nonces where key_id = $1 order by nonce desc offset $2 limit 1
        )
        returning nonce
      )
      update trading.nonce_marks set floor = greatest(floor, (select max(nonce) from gone))
      where key_id = $1 returning floor`,
    values: [keyId, count],
  });
  invariant(row, "every key has a mark");
  return nonceOfNumber(row.floor);
}
