/** A change feed's queries of the outbox. */
import type { Instant } from "../time/instant.ts";
import type { Queryable } from "./database.ts";
import type { Gap, Range } from "./gaps.ts";
import { SERVER_RUN } from "./numbers-end.ts";
import { KEPT_ROWS } from "./outbox.ts";
import { timestamp } from "./values.ts";
import type { Witness } from "./witnesses.ts";

/** The most rows that one look returns of the gaps, and as many again of what is new. */
export const LOOK_LIMIT = 1_000;

/** The rows at the end of the outbox that a feed remembers when it takes a position. */
const END_WITNESSES = 64;

export interface OutboxRow extends Witness {
  readonly at: Instant;
  readonly origin: string;
  readonly topic: string;
  /** JSON text; null for a topic that was not asked for. */
  readonly payload: string | null;
}

export interface Look {
  /** Every transaction with a lower id was over when this look was taken, so that its rows are in it. */
  readonly horizon: bigint;
  /** Rows with numbers up to this one may have been trimmed. */
  readonly trimmedUpTo: number;
  /** One run of one server; see `SERVER_RUN`. */
  readonly serverRun: string;
  /** The server is a standby: it may be behind, and may be promoted as it is. */
  readonly isStandby: boolean;
  /** How many of the witnesses are not there, though they were not trimmed. */
  readonly missingWitnesses: number;
  /** In rising order of seq. */
  readonly rows: readonly OutboxRow[];
}

type LookRow = {
  horizon: string;
  upto: number;
  run: string;
  standby: boolean;
  missing: number;
} & (OutboxRow | { seq: null });

/** A feed's state before it looks. */
interface Known {
  readonly last: number;
  readonly gaps: readonly Range[];
  readonly witnesses: readonly Witness[];
}

/** The rows that have become visible within `gaps` and after `last`, in one statement and thus at one moment. */
export async function lookAtOutbox(
  db: Queryable,
  { last, gaps, witnesses }: Known,
  topics: readonly string[],
): Promise<Look> {
  const columns = "seq, xid::text as xid, at, origin, topic, case when topic = any($4) then payload end as payload";
  const found = await db.query<LookRow>({
    name: "kit.look_at_outbox",
    text: `
      select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, t.upto, ${SERVER_RUN} as run,
        pg_is_in_recovery() as standby, w.missing, c.*
      from kit.outbox_trimmed t cross join lateral (
        select count(*) as missing from unnest($5::int8[], $6::text[], $7::timestamptz[]) w (seq, xid, at)
        where w.seq > t.upto and not exists (
          select from kit.outbox o where o.seq = w.seq and o.xid = w.xid::xid8 and o.at = w.at
        )
      ) w left join (
        (select ${columns} from unnest($2::int8[], $3::int8[]) gap (low, high)
          join kit.outbox on seq between low and high order by seq limit ${LOOK_LIMIT})
        union all
        (select ${columns} from kit.outbox where seq > $1 order by seq limit ${LOOK_LIMIT})
      ) c on true
      order by c.seq`,
    values: [
      last,
      gaps.map((gap) => gap.from),
      gaps.map((gap) => gap.to),
      topics,
      witnesses.map(({ seq }) => seq),
      witnesses.map(({ xid }) => xid),
      witnesses.map(({ at }) => timestamp(at)),
    ],
  });
  const [first] = found;
  if (!first) throw new Error("kit.outbox_trimmed has lost its row; restore it with the highest number ever removed");
  const rows = found.flatMap((row) => (row.seq === null ? [] : [row]));
  return {
    horizon: BigInt(first.horizon),
    trimmedUpTo: first.upto,
    serverRun: first.run,
    isStandby: first.standby,
    missingWitnesses: first.missing,
    rows,
  };
}

/** The end of the outbox as one look shows it. */
export interface OutboxEnd {
  /** The highest number that is visible now. */
  readonly last: number;
  /** The missing numbers among the 10,000 below it. */
  readonly missing: readonly Range[];
  readonly serverRun: string;
  /** The latest rows. */
  readonly rows: readonly Witness[];
}

type EndRow = {
  readonly last: number;
  readonly lows: number[];
  readonly highs: number[];
  readonly run: string;
} & (Witness | { readonly seq: null });

/** Where the outbox ends now, which a feed that begins goes on from. */
export async function lookAtEnd(db: Queryable): Promise<OutboxEnd> {
  const found = await db.query<EndRow>({
    name: "kit.look_at_outbox_end",
    text: `
      with top as (
        select greatest((select max(seq) from kit.outbox), (select max(upto) from kit.outbox_trimmed), 0) as last
      ),
      recent as (
        select seq, lag(seq, 1, greatest(last - ${KEPT_ROWS}, 0)) over (order by seq) as before
        from kit.outbox, top where seq > last - ${KEPT_ROWS}
      )
      select last, ${SERVER_RUN} as run,
        array(select before + 1 from recent where seq - before > 1 order by seq) as lows,
        array(select seq - 1 from recent where seq - before > 1 order by seq) as highs,
        w.*
      from top left join (
        select seq, xid::text as xid, at from kit.outbox order by seq desc limit ${END_WITNESSES}
      ) w on true
      order by w.seq`,
  });
  const [first] = found;
  if (!first) throw new Error("a select from one row answers one");
  const { last, lows, highs, run: serverRun } = first;
  const rows = found.flatMap((row) => (row.seq === null ? [] : [{ seq: row.seq, xid: row.xid, at: row.at }]));
  return { last, serverRun, rows, missing: lows.map((from, index) => ({ from, to: highs[index] ?? from })) };
}

/**
 * Marks gaps that have just been noticed with a bound: a transaction id that is higher than those of all transactions
 * that can still fill them. They had their ids before they drew their numbers, and those before the higher number that
 * we have seen; so every id that is given out now is above them.
 *
 * It takes an id of our own for that. The `xmax` of a snapshot would not do: it is one above the highest id that has
 * *ended*, and the transaction that we miss may have an id above that.
 */
export async function markGaps(db: Queryable, missing: readonly Range[]): Promise<Gap[]> {
  if (missing.length === 0) return [];
  const [row] = await db.query<{ bound: string }>({
    name: "kit.take_transaction_id",
    text: "select pg_current_xact_id()::text as bound",
  });
  if (!row) throw new Error("PostgreSQL gave no transaction id");
  const bound = BigInt(row.bound);
  return missing.map((range) => ({ ...range, bound }));
}
