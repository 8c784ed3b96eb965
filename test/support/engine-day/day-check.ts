/** Whether all data of the platform equal those of the exchange, at a moment in which nothing is in progress. */
import { formatAmount } from "../../../src/kit/money/amount.ts";
import { formatFine, parseFine } from "../../../src/kit/money/fine.ts";
import { proveBalances } from "../../../src/trading/ledger/index.ts";
import { commissionOf, valueOf } from "../../../src/trading/trades/core/charges.ts";
import { tradeBooks } from "../../../src/trading/trades/sql/trade-books.ts";
import { TruthWatch } from "../market-faults/truth-watch.ts";
import type { Customer } from "../order-crash/crash-cases.ts";
import { differences } from "../order-crash/crash-differences.ts";
import { CREDIT, LEAP_MS, type DayWorld } from "./day-world.ts";

/** Of the free plan: 0.1 percent, units of 1e-8. */
const COMMISSION = 100_000n;
/** Nothing is in progress any more within this many leaps. */
const MOST_LEAPS = 400;

/** Lets the market stand still until nothing is in progress, and compares. */
export async function problemsAtRest(world: DayWorld): Promise<string[]> {
  world.loopback.faults.heal();
  world.isMoving = false;
  try {
    const why = await rest(world);
    if (why !== undefined) return [why];
    const found = await Promise.all(world.customers.map((customer) => problemsOf(world, customer)));
    const proof = await proveBalances(world.db);
    const wrong = [...proof.differences, ...proof.unbalanced, ...proof.totals];
    return [...found.flat(), ...bookProblems(world), ...(wrong.length > 0 ? ["the ledger does not add up"] : [])];
  } finally {
    world.isMoving = true;
  }
}

/** Answers work still in progress when it should not be. */
async function rest(world: DayWorld): Promise<string | undefined> {
  let why: string | undefined;
  for (let leap = 0; leap < MOST_LEAPS; leap++) {
    await world.pass(LEAP_MS);
    [why] = [...(await underWay(world)), ...bookProblems(world)];
    if (why === undefined) return undefined;
  }
  return why;
}

async function underWay({ db }: DayWorld): Promise<string[]> {
  const rows = await db.query<{ id: number; state: string; lookup: string }>({
    name: "test.ordersUnderWay",
    text: `select id, state, lookup from trading.orders o
      where state in ('created', 'sent', 'unknown', 'cancel_pending') or lookup = 'waiting' or has_command
        or filled <> (select coalesce(sum(f.amount), 0) from trading.order_fills f where f.order_id = o.id) limit 3`,
    values: [],
  });
  return rows.map(({ id, state, lookup }) => `order ${id} is ${state}, lookup ${lookup}`);
}

async function problemsOf(world: DayWorld, customer: Customer): Promise<string[]> {
  const { db, loopback, sent } = world;
  await tradeBooks(db).countTrades({ ownerUid: customer.ownerUid, isReal: true }, 1_000_000);
  return [
    ...(await differences(db, loopback, customer, sent)),
    ...(await chargeProblems(world, customer)),
    ...(await positionProblems(world, customer)),
  ];
}

/** Each trade is charged once, by what it was worth; what was paid has left the account. */
async function chargeProblems({ db, loopback }: DayWorld, { ownerUid, account }: Customer): Promise<string[]> {
  const owed = loopback
    .fills(account)
    .map(({ price, quantity }) => commissionOf(valueOf(formatAmount(quantity), formatAmount(price), "1"), COMMISSION))
    .reduce((sum, amount) => sum + amount, 0n);
  const [row] = await db.query<{ due: string; paid: string; balance: string }>({
    name: "test.chargesOf",
    text: `select coalesce(sum(amount), 0)::text as due, coalesce(sum(amount) filter (where entry_id is not null), 0)::text as paid,
        coalesce((select balance from trading.ledger_accounts where account = 'user:' || $1::bigint and currency = 'USD' and part = 0), 0)::text
          as balance
      from trading.dues where owner_uid = $1::bigint`,
    values: [ownerUid],
  });
  const { due = "0", paid = "0", balance = "0" } = row ?? {};
  const found: string[] = [];
  if (BigInt(due) !== owed) found.push(`account ${ownerUid} is charged ${due}, and owes ${owed}`);
  if (BigInt(balance) !== CREDIT - BigInt(paid)) found.push(`account ${ownerUid} has ${balance} after it paid ${paid}`);
  return found;
}

/** Each strategy holds what it has bought less what it has sold and paid in fees. */
async function positionProblems({ db, loopback }: DayWorld, { ownerUid, account, keyId }: Customer): Promise<string[]> {
  const orders = await db.query<{ client_order_id: string; strategy_id: number }>({
    name: "test.strategyOfOrders",
    text: "select client_order_id, strategy_id from trading.orders where key_id = $1",
    values: [keyId],
  });
  const strategyOf = new Map(orders.map((each) => [each.client_order_id, each.strategy_id]));
  const held = new Map<string, bigint>();
  for (const { order, quantity, fee } of loopback.fills(account)) {
    const market = loopback.markets.find(({ id }) => id === order.marketId);
    const place = `${strategyOf.get(order.clientOrderId) ?? 0} ${market?.base ?? ""}`;
    const traded = (order.side === "buy" ? quantity : -quantity) - (fee.currency === market?.base ? fee.amount : 0n);
    held.set(place, (held.get(place) ?? 0n) + traded);
  }
  const positions = await db.query<{ strategy_id: number; base: string; amount: string }>({
    name: "test.positionsOf",
    text: "select strategy_id, base, amount from trading.positions where owner_uid = $1 and is_real and amount <> 0",
    values: [ownerUid],
  });
  const ours = positions.map(
    ({ strategy_id: id, base, amount }) => `${id} ${base} ${formatFine(parseFine(amount) ?? 0n)}`,
  );
  const theirs = [...held]
    .filter(([, amount]) => amount !== 0n)
    .map(([place, amount]) => `${place} ${formatFine(amount * 10n ** 10n)}`);
  if (ours.toSorted().join() === theirs.toSorted().join()) return [];
  return [`account ${ownerUid} holds ${ours.toSorted().join(", ")}; by the exchange ${theirs.toSorted().join(", ")}`];
}

/** The books that strategies trade by. */
function bookProblems({ loopback, market }: DayWorld): string[] {
  return new TruthWatch(loopback, market.view, new Set(), 0).differences();
}
