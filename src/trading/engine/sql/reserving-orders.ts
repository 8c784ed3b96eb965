/** The orders that may have set money aside: few of all that a key has had. */

/** The largest bigint. PostgreSQL expects a third of all rows from a comparison, and few from a range that is closed. */
const EVER_MS = 2n ** 63n - 1n;

/**
 * The orders whose money counts beside a balance of their key and currency: those that are not settled, and those that ended after
 * the balance was asked for. Each kind is found by its own index: as one condition they may be found by the key alone, among all
 * orders that it has ever had.
 *
 * @param balance the row of `trading.key_balances` in the statement
 */
export function reservingOrders(balance: string): string {
  const columns = "id, state, side, filled, cost, need_amount, held_ms, ended_ms";
  const own = `select ${columns} from trading.orders where key_id = ${balance}.key_id and need_currency = ${balance}.currency`;
  return `${own} and not is_settled union all ${own} and is_settled and ended_ms between ${balance}.asked_ms and ${EVER_MS}`;
}
