/** The earnings of accounts in a stretch of time, for competitions. */
import { floorDivide } from "../../../kit/money/fine.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { CompetitionScores } from "../../competitions/index.ts";
import { fineOf } from "./trade-rows.ts";

const TO_EIGHT_PLACES = 10n ** 10n;

interface ScoreRow {
  readonly owner_uid: number;
  readonly net: string;
  readonly volume: string;
  readonly most_cost: string;
}

/**
 * Results of trades that are counted. Made-up money counts only where no real exchange is connected.
 *
 * @param hasReal whether a real exchange is connected
 */
export function competitionScores(q: Queryable, hasReal: () => boolean): CompetitionScores {
  return {
    async scores({ metric, from, to, ownerUids }) {
      const rows = await readResults(q, ownerUids, hasReal(), [toMillis(from), toMillis(to)]);
      return new Map(rows.map((row) => [row.owner_uid, scoreOf(row, metric)]));
    },
  };
}

/**
 * Realized results less fees and charges of the time; the traded volume; and the highest cost of positions at a time,
 * those that were held at the start included.
 */
async function readResults(
  q: Queryable,
  ownerUids: readonly number[],
  isReal: boolean,
  [fromMs, toMs]: readonly [number, number],
): Promise<ScoreRow[]> {
  return q.query<ScoreRow>({
    name: "trading.competitionResults",
    text: `with traded as (
        select owner_uid, strategy_id, base, sum(realized - fee) as net, sum(value) as volume,
          max(abs(cost_after)) as most_cost
        from trading.trades
        where owner_uid = any ($1::bigint[]) and is_real = $2 and at_ms >= $3 and at_ms < $4 and is_counted
          and value is not null
        group by owner_uid, strategy_id, base),
      held as (
        select t.owner_uid, t.net, t.volume, greatest(t.most_cost, abs(before.cost_after)) as most_cost
        from traded t left join lateral (
          select p.cost_after from trading.trades p
          where p.owner_uid = t.owner_uid and p.is_real = $2 and p.strategy_id = t.strategy_id and p.base = t.base
            and p.at_ms < $3
          order by p.at_ms desc, p.id desc limit 1) before on true),
      charged as (
        select owner_uid, coalesce(sum(amount), 0) / 100000000 as amount from trading.dues
        where owner_uid = any ($1::bigint[]) and $2 and at_ms >= $3 and at_ms < $4 group by owner_uid)
      select h.owner_uid, sum(h.net) - coalesce(max(c.amount), 0) as net, sum(h.volume) as volume,
        sum(h.most_cost) as most_cost
      from held h left join charged c on c.owner_uid = h.owner_uid group by h.owner_uid`,
    values: [ownerUids, isReal, Math.floor(fromMs), Math.floor(toMs)],
  });
}

function scoreOf(
  { net, volume, most_cost: mostCost }: ScoreRow,
  metric: Parameters<CompetitionScores["scores"]>[0]["metric"],
) {
  if (metric === "volume") return floorDivide(fineOf(volume), TO_EIGHT_PLACES);
  if (metric === "net_pnl") return floorDivide(fineOf(net), TO_EIGHT_PLACES);
  const held = fineOf(mostCost);
  return held > 0n ? floorDivide(fineOf(net) * 100n * 10n ** 8n, held) : 0n;
}
