/** One numbered promise of the contract, run against an exchange that is opened for it alone. */
import { expect, test } from "vitest";
import { formatAmount, parseAmount } from "../../../src/kit/money/amount.ts";
import { ExchangeFailure, type FailureKind, type FailureReason } from "../../../src/trading/exchanges/core/failure.ts";
import type { Exchange, ExchangeAccount, Market, NewOrder, Side } from "../../../src/trading/exchanges/port.ts";
import type { ContractSubject } from "./subject.ts";

export interface CaseContext {
  readonly subject: ContractSubject;
  readonly exchange: Exchange;
  readonly market: Market;
  /** Opened for each case. */
  readonly account: ExchangeAccount;
  /** The price this many ticks above (below when negative) the subject's, as decimal text. */
  price(ticks: number): string;
  /** This many times the subject's amount, as decimal text. */
  amount(times?: number): string;
  /** A good limit order with an id of its own. */
  order(side: Side, ticks: number, more?: Partial<NewOrder>): NewOrder;
  /** Another account offers or takes at this many ticks from the subject's price. */
  others(side: Side, ticks: number, times?: number): Promise<void>;
}

/** Why the exchange cannot be asked this; undefined when it can. */
export type Skip = (subject: ContractSubject) => string | undefined | false;

export type ContractCase = readonly [
  number: string,
  promise: string,
  run: (context: CaseContext) => Promise<void>,
  skip?: Skip,
];

/** Declares the case as a test. One that the exchange cannot do is skipped, with the reason. */
export function declareCase(open: () => Promise<ContractSubject>, [number, promise, run, skip]: ContractCase): void {
  test(`${number} ${promise}`, async (context) => {
    const subject = await open();
    try {
      const why = skip?.(subject);
      if (typeof why === "string") context.skip(why);
      await run(await caseContext(subject));
    } finally {
      await subject.close();
    }
  });
}

/** Expects an `ExchangeFailure` of this kind, and of this reason where one is given. */
export async function expectFailure(
  promise: Promise<unknown>,
  kind: FailureKind,
  reason?: FailureReason,
): Promise<void> {
  const failure = await promise.then(
    (value) => `an answer: ${JSON.stringify(value)}`,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ExchangeFailure);
  expect(failure).toMatchObject(reason === undefined ? { kind } : { kind, reason });
}

/** Decimal texts of one amount, however many zeros they end with. */
export function sameAmount(one: string, two: string): boolean {
  return parseAmount(one) === parseAmount(two);
}

let orders = 0;

async function caseContext(subject: ContractSubject): Promise<CaseContext> {
  const { exchange, marketId } = subject;
  const market = (await exchange.markets()).find((each) => each.id === marketId);
  if (!market) throw new Error(`the subject has no market ${marketId}`);
  const price = (ticks: number): string =>
    formatAmount(parseAmount(subject.price) + BigInt(ticks) * parseAmount(market.tickSize));
  const amount = (times = 1): string => formatAmount(parseAmount(subject.amount) * BigInt(times));
  return {
    subject,
    exchange,
    market,
    account: exchange.account(subject.credentials),
    price,
    amount,
    order: (side, ticks, more) => ({
      marketId,
      clientOrderId: `contract${++orders}x${process.pid}`,
      side,
      type: "limit",
      amount: amount(),
      price: price(ticks),
      ...more,
    }),
    others: (side, ticks, times) => subject.othersPlace({ side, price: price(ticks), amount: amount(times) }),
  };
}
