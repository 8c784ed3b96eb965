/** Shares of what exchanges may be asked, on PostgreSQL. */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import type { StopReason } from "../core/rate-budget.ts";
import type { HeardShares, RateShareStore, ToldShare } from "../rate-shares.ts";

/** @param process names this run of this process; `address` what exchanges see of it */
export function rateShareStore(
  db: Database,
  { process, address }: { readonly process: string; readonly address: string },
): RateShareStore {
  return {
    claim: (told, ttlMs, decide) =>
      db.transaction(async (tx) => {
        await lockAddress(tx, address);
        const heard = await listOthers(tx, address, process, [...told.keys()]);
        const claimed = new Map(
          [...told].map(([exchange, { wanted }]) => {
            const others = heard.get(exchange) ?? NO_OTHERS;
            return [exchange, { share: decide(wanted, others), heard: others }] as const;
          }),
        );
        const rows = [...told].map(([exchange, each]) => ({
          ...each,
          exchange,
          share: claimed.get(exchange)?.share ?? 0,
        }));
        await saveShares(tx, address, process, rows, ttlMs);
        return claimed;
      }),
    async release(exchange) {
      await db.execute({
        name: "trading.releaseRateShare",
        text: "delete from trading.rate_shares where address = $1 and exchange = $2 and process = $3",
        values: [address, exchange, process],
      });
    },
  };
}

const NO_OTHERS: HeardShares = { count: 0, taken: 0, wanted: 0, stop: undefined };

/** One process of an address at a time decides, until its transaction has ended. */
async function lockAddress(tx: Transaction, address: string): Promise<void> {
  await tx.query({
    name: "trading.lockRateShares",
    text: "select pg_advisory_xact_lock(hashtextextended('trading.rate_shares ' || $1, 0))::text",
    values: [address],
  });
}

/**
 * The shares of the other processes, and the limits that exchanges have told them. Those that are dead are not
 * counted.
 */
async function listOthers(
  tx: Transaction,
  address: string,
  process: string,
  exchanges: readonly string[],
): Promise<ReadonlyMap<string, HeardShares>> {
  const rows = await tx.query<{
    exchange: string;
    count: number;
    taken: number;
    wanted: number;
    stop_reason: StopReason | null;
    stop_ms: number | null;
  }>({
    name: "trading.listRateShares",
    text: `select exchange, count(*) as count, sum(share) as taken, sum(wanted) as wanted,
        (array_agg(stop_reason order by stopped_until desc nulls last))[1] as stop_reason,
        extract(epoch from max(stopped_until) - clock_timestamp())::double precision * 1000 as stop_ms
      from trading.rate_shares
      where address = $1 and process <> $2 and exchange = any ($3::text[]) and expires_at > clock_timestamp()
      group by exchange`,
    values: [address, process, exchanges],
  });
  return new Map(
    rows.map(({ exchange, count, taken, wanted, stop_reason: reason, stop_ms: forMs }) => {
      const stop = reason !== null && forMs !== null && forMs > 0 ? { reason, forMs } : undefined;
      return [exchange, { count, taken, wanted, stop }];
    }),
  );
}

/** This process's share from now on. Rows of processes that have long been dead go. */
async function saveShares(
  tx: Transaction,
  address: string,
  process: string,
  rows: readonly (ToldShare & { readonly exchange: string; readonly share: number })[],
  ttlMs: number,
): Promise<void> {
  await tx.execute({
    name: "trading.saveRateShares",
    text: `with dead as (
        delete from trading.rate_shares where address = $1 and process <> $2 and expires_at <= clock_timestamp()
      )
      insert into trading.rate_shares (address, process, exchange, share, wanted, stop_reason, stopped_until, expires_at)
      select $1, $2, exchange, share, wanted, stop_reason, clock_timestamp() + stop_ms * interval '1 millisecond',
        clock_timestamp() + $4 * interval '1 millisecond'
      from jsonb_to_recordset($3::jsonb) as told (exchange text, share double precision, wanted double precision,
        stop_reason text, stop_ms double precision)
      on conflict (address, exchange, process) do update set share = excluded.share, wanted = excluded.wanted,
        stop_reason = excluded.stop_reason, stopped_until = excluded.stopped_until, expires_at = excluded.expires_at`,
    values: [
      address,
      process,
      JSON.stringify(
        rows.map(({ exchange, share, wanted, stop }) => ({
          exchange,
          share,
          wanted,
          stop_reason: stop?.reason ?? null,
          stop_ms: stop?.forMs ?? null,
        })),
      ),
      ttlMs,
    ],
  });
}
