/** An exchange's promises about requests that it refuses: that nothing has happened, and why. */
import { expect } from "vitest";
import { formatAmount, parseAmount } from "../../../src/kit/money/amount.ts";
import { expectFailure, type CaseContext, type ContractCase, type Skip } from "./contract-case.ts";

const refusesType: Skip = ({ exchange }) => exchange.has.orderTypes.includes("stop") && "it has every type of order";

export const refusalCases: readonly ContractCase[] = [
  ["C50", "an id of ours that is open already is refused", duplicate],
  ["C51", "an order that is not there is not found, and cannot be canceled", unknownOrder],
  ["C52", "an order that cannot be paid is refused", insufficientFunds],
  ["C53", "an order of too little value is refused", tooSmall],
  ["C54", "a price between ticks is refused", offTick],
  ["C55", "an amount between steps is refused", offStep],
  ["C56", "an order for a market that is not there is refused", unknownMarket],
  ["C57", "a type of order that it does not have is refused", unsupportedType, refusesType],
];

async function duplicate({ account, order, market }: CaseContext): Promise<void> {
  const wanted = order("buy", -10);
  await account.place(wanted);
  await expectFailure(account.place({ ...wanted, amount: wanted.amount }), "rejected", "duplicate");
  expect(await account.openOrders(market.id)).toHaveLength(1);
}

async function unknownOrder({ account, market }: CaseContext): Promise<void> {
  const order = { marketId: market.id, clientOrderId: "neverplaced1" };
  expect(await account.find(order)).toBeUndefined();
  await expectFailure(account.cancel(order), "rejected", "unknownOrder");
}

async function insufficientFunds({ account, order, market }: CaseContext): Promise<void> {
  const free = (await account.balances()).find((each) => each.currency === market.base)?.free ?? "0";
  const step = parseAmount(market.stepSize);
  const more = (parseAmount(free) / step + 1n) * step;
  await expectFailure(
    account.place(order("sell", 10, { amount: formatAmount(more) })),
    "rejected",
    "insufficientFunds",
  );
  expect(await account.openOrders()).toEqual([]);
}

async function tooSmall({ account, order, market }: CaseContext): Promise<void> {
  await expectFailure(account.place(order("buy", -10, { amount: smallest(market) })), "rejected", "filter");
  expect(await account.openOrders()).toEqual([]);
}

/** The least step, which is worth less than the least value, or half of the least amount. */
function smallest(market: CaseContext["market"]): string {
  return market.stepSize;
}

async function offTick({ account, order, market, subject }: CaseContext): Promise<void> {
  const price = formatAmount(parseAmount(subject.price) + parseAmount(market.tickSize) / 2n);
  await expectFailure(account.place(order("sell", 10, { price })), "rejected", "filter");
  expect(await account.openOrders()).toEqual([]);
}

async function offStep({ account, order, market, subject }: CaseContext): Promise<void> {
  const amount = formatAmount(parseAmount(subject.amount) + parseAmount(market.stepSize) / 2n);
  await expectFailure(account.place(order("sell", 10, { amount })), "rejected", "filter");
  expect(await account.openOrders()).toEqual([]);
}

async function unknownMarket({ account, order }: CaseContext): Promise<void> {
  await expectFailure(account.place(order("buy", -10, { marketId: "nosuchmarket" })), "rejected", "unknownMarket");
}

async function unsupportedType({ account, order, price }: CaseContext): Promise<void> {
  const wanted = order("buy", 10, { type: "stop", stopPrice: price(10) });
  await expectFailure(account.place(wanted), "rejected", "unsupported");
}
