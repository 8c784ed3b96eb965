/** Markets in which orders were placed, on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { KeptMarkets } from "../ccxt/gone-markets.ts";
import type { CcxtMarket } from "../ccxt/library.ts";

/** More than an exchange has ever listed. */
const MOST = 20_000;
/** What the exchange itself says of a market may be long, and is not needed to ask about orders. */
const MOST_CHARACTERS = 20_000;

export function formerMarketStore(db: Database): KeptMarkets {
  return {
    load: (exchange) => listMarkets(db, exchange),
    keep: (exchange, market) => saveMarket(db, exchange, market),
  };
}

/** Asked when a process reads what its exchange lists for the first time. */
async function listMarkets(db: Database, exchange: string): Promise<readonly CcxtMarket[]> {
  const rows = await db.query<{ definition: string }>({
    name: "trading.listMarketsWithOrders",
    text: `select definition::text as definition from trading.markets_with_orders where exchange = $1
      order by symbol limit ${MOST}`,
    values: [exchange],
  });
  return rows.map(({ definition }) => JSON.parse(definition) as CcxtMarket);
}

/** The newest description counts: ticks and steps change. */
async function saveMarket(db: Database, exchange: string, market: CcxtMarket): Promise<void> {
  const whole = JSON.stringify(market);
  const definition = whole.length <= MOST_CHARACTERS ? whole : JSON.stringify({ ...market, info: {} });
  await db.execute({
    name: "trading.saveMarketWithOrders",
    text: `insert into trading.markets_with_orders (exchange, symbol, definition) values ($1, $2, $3::jsonb)
      on conflict (exchange, symbol) do update set definition = excluded.definition, noted_at = clock_timestamp()`,
    values: [exchange, market.symbol, definition],
  });
}
