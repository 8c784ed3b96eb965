/** The differences after processes have died: orders, trades, fees and balances that differ from the exchange's. */
import { formatAmount, parseAmount } from "../../../src/kit/money/amount.ts";
import type { Database } from "../../../src/kit/sql/database.ts";
import type { BinanceLoopback } from "../binance-loopback/loopback.ts";
import { BALANCES, readOrders, type Customer, type StoredOrder } from "./crash-cases.ts";

/**
 * Compares everything that a customer has with the exchange.
 *
 * @param sent client ids in the order in which they were handed to sockets
 */
export async function differences(
  db: Database,
  loopback: BinanceLoopback,
  customer: Customer,
  sent: readonly string[],
): Promise<string[]> {
  const orders = await readOrders(db, customer);
  return [
    ...orders.flatMap((order) => orderProblems(loopback, customer, order, sent)),
    ...strangers(loopback, customer, new Set(orders.map((each) => each.client_order_id))),
    ...(await tradeProblems(db, loopback, customer)),
    ...(await deniedInHaste(db, loopback, customer)),
  ];
}

function orderProblems(
  loopback: BinanceLoopback,
  { account }: Customer,
  { client_order_id: clientOrderId, market_id: marketId, state, filled, booked, transitions, version }: StoredOrder,
  sent: readonly string[],
): string[] {
  const found: string[] = [];
  const real = loopback.engine.order(account, marketId, { clientOrderId });
  // The engine of the exchange calls an order open whatever of it has traded.
  const isSame = real
    ? real.state === (state === "partially_filled" ? "open" : state) && formatAmount(real.filled) === filled
    : ["not_sent", "rejected", "missing"].includes(state) && Number(filled) === 0;
  if (!isSame || booked !== filled) {
    const says = real ? `${real.state} ${formatAmount(real.filled)}` : "nothing";
    found.push(`${clientOrderId} is ${state} ${filled} (${booked} booked); exchange: ${says}`);
  }
  if (sent.filter((id) => id === clientOrderId).length > 1) found.push(`${clientOrderId} was sent twice`);
  // One that was refused for its time was not taken, and may come again.
  const taken = loopback.requests.filter(
    ({ method, status, parameters }) =>
      method === "POST" && status === 200 && parameters["newClientOrderId"] === clientOrderId,
  );
  if (taken.length > 1) found.push(`${clientOrderId} was taken by the exchange ${taken.length} times`);
  if (transitions !== version) found.push(`${clientOrderId} has ${transitions} transitions and version ${version}`);
  return found;
}

/** Orders at the exchange that the journal does not know. */
function strangers({ engine, markets }: BinanceLoopback, { account }: Customer, known: ReadonlySet<string>): string[] {
  const closed = markets.flatMap(({ id }) => engine.closedOrders(account, id, 1000));
  const real = [...engine.openOrders(account), ...closed];
  return real.flatMap(({ clientOrderId }) => (known.has(clientOrderId) ? [] : [`${clientOrderId} is not ours`]));
}

/** Orders that the exchange has, and that were taken for missing on the way: a list that did not answer denies nothing. */
async function deniedInHaste(
  db: Database,
  { engine }: BinanceLoopback,
  { keyId, account }: Customer,
): Promise<string[]> {
  const denied = await db.query<{ client_order_id: string; market_id: string }>({
    name: "test.ordersOnceMissing",
    text: `select distinct o.client_order_id, o.market_id from trading.orders o
      join trading.order_transitions t on t.order_id = o.id and t.to_state = 'missing' where o.key_id = $1`,
    values: [keyId],
  });
  return denied.flatMap(({ client_order_id: clientOrderId, market_id: marketId }) =>
    engine.order(account, marketId, { clientOrderId }) ? [`${clientOrderId} was called missing`] : [],
  );
}

interface StoredFill {
  readonly client_order_id: string;
  readonly market_id: string;
  readonly side: "buy" | "sell";
  readonly trade_id: string;
  readonly amount: string;
  readonly price: string;
  readonly fee_amount: string;
  readonly fee_currency: string;
}

/** Every trade with its fee, and the balances that follow from all of them. */
async function tradeProblems(db: Database, loopback: BinanceLoopback, { keyId, account }: Customer): Promise<string[]> {
  const fills = await db.query<StoredFill>({
    name: "test.storedFills",
    text: `select o.client_order_id, f.market_id, o.side, f.trade_id, trunc(f.amount, 8)::text as amount,
        trunc(f.price, 8)::text as price, trunc(f.fee_amount, 8)::text as fee_amount, f.fee_currency
      from trading.order_fills f join trading.orders o on o.id = f.order_id where f.key_id = $1`,
    values: [keyId],
  });
  const ours = fills.map((fill) =>
    tradeLine(fill.client_order_id, fill.trade_id, { ...fill, fee: `${fill.fee_amount} ${fill.fee_currency}` }),
  );
  const theirs = loopback.fills(account).map(({ order, tradeId, quantity, price, fee }) =>
    tradeLine(order.clientOrderId, String(tradeId), {
      amount: formatAmount(quantity),
      price: formatAmount(price),
      fee: `${formatAmount(fee.amount)} ${fee.currency}`,
    }),
  );
  const isSame = ours.toSorted().join() === theirs.toSorted().join();
  const money = new Map(Object.entries(BALANCES).map(([currency, amount]) => [currency, parseAmount(amount)]));
  const add = (currency: string, amount: bigint): void =>
    void money.set(currency, (money.get(currency) ?? 0n) + amount);
  for (const { market_id: marketId, side, amount, price, fee_amount: fee, fee_currency: feeCurrency } of fills) {
    const market = loopback.markets.find(({ id }) => id === marketId);
    const sign = side === "buy" ? 1n : -1n;
    add(market?.base ?? "", sign * parseAmount(amount));
    add(market?.quote ?? "", (-sign * (parseAmount(amount) * parseAmount(price))) / 100_000_000n);
    add(feeCurrency, -parseAmount(fee));
  }
  const found = isSame ? [] : [`trades: ours ${ours.join(", ")}; theirs ${theirs.join(", ")}`];
  const balances = loopback.engine.balances(account);
  for (const [currency, amount] of money) {
    const { free = 0n, held = 0n } = balances.get(currency) ?? {};
    if (free + held !== amount)
      found.push(`${currency}: ours ${formatAmount(amount)}, theirs ${formatAmount(free + held)}`);
  }
  return found;
}

function tradeLine(
  clientOrderId: string,
  tradeId: string,
  { amount, price, fee }: { readonly amount: string; readonly price: string; readonly fee: string },
): string {
  return `${clientOrderId} ${tradeId}: ${amount} @ ${price} less ${fee}`;
}
