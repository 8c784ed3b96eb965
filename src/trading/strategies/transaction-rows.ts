/** Orders of strategies as the rows of an export: every member of the record, and what programs for taxes read. */
import { formatFine } from "../../kit/money/fine.ts";
import type { ExportRows } from "../exports/index.ts";
import type { StrategyOrder, StrategyOrderFilter } from "../engine/index.ts";
import { TAX_COLUMNS, taxRow } from "../trades/index.ts";
import { exportTransaction } from "./exported-transaction.ts";
import { viewOf } from "./strategy-view.ts";
import { transactionRecord } from "./transaction-record.ts";

const MEMBERS = Object.keys(transactionRecord.properties) as (keyof typeof transactionRecord.properties)[];

export const TRANSACTION_COLUMNS: readonly string[] = [...MEMBERS, ...TAX_COLUMNS];

const AT_ONCE = 500;

export interface TransactionRowsDeps {
  readonly listStrategyOrders: (filter: StrategyOrderFilter) => Promise<readonly StrategyOrder[]>;
}

/** Those in one market that the user may see, newest first. */
export async function* transactionRows(
  { listStrategyOrders }: TransactionRowsDeps,
  { user, symbol, limit }: Parameters<ExportRows["rows"]>[1],
): ReturnType<ExportRows["rows"]> {
  const view = viewOf(user);
  const dash = symbol.indexOf("-");
  const market = { exchange: symbol.slice(0, dash), marketId: symbol.slice(dash + 1) };
  const owner = { ownerUid: view.ownerUid, uid: view.seesAccount ? null : view.uid };
  let before = Number.MAX_SAFE_INTEGER;
  for (let left = limit; left > 0;) {
    const orders = await listStrategyOrders({ ...owner, ...market, before, limit: Math.min(left, AT_ONCE) });
    for (const order of orders) {
      const record = exportTransaction(order);
      yield [...MEMBERS.map((member) => record[member]), ...taxCells(order)];
    }
    const last = orders.at(-1);
    if (!last) return;
    before = last.kept.terms.id;
    left -= orders.length;
  }
}

function taxCells({ kept, base, quote, fees, strategyId, tradedMs }: StrategyOrder): readonly string[] {
  const { terms, order, cost } = kept;
  if (order.filled <= 0n || tradedMs === null) return taxRow(undefined);
  const { side, exchange } = terms;
  const group = `Strategy ${strategyId}`;
  return taxRow({ side, base, quote, filled: formatFine(order.filled), cost, fees, exchange, group, atMs: tradedMs });
}
