/** An exchange's promises about an account and the stream of its orders. */
import { expect } from "vitest";
import { parseAmount } from "../../../src/kit/money/amount.ts";
import type { Fill, OrderReport, OrderSink } from "../../../src/trading/exchanges/port.ts";
import { expectFailure, sameAmount, type CaseContext, type ContractCase, type Skip } from "./contract-case.ts";
import { eventually } from "./subject.ts";

const hasStream: Skip = ({ exchange }) => !exchange.has.orderStream && "it pushes no orders";
const knowsBadKeys: Skip = ({ badCredentials }) => !badCredentials && "every key is good there";

export const accountCases: readonly ContractCase[] = [
  ["C20", "balances are decimal text, with base and quote among them", balances],
  ["C21", "a key's permissions say that it may read", permissions],
  ["C22", "an unknown key is refused", badKey, knowsBadKeys],
  ["C23", "the stream of orders starts with `resynced`", streamStarts, hasStream],
  ["C24", "the stream of orders tells what polling tells", streamAgrees, hasStream],
  ["C25", "no reports come after the account was closed", closedAccount, hasStream],
  ["C26", "what is bought is had, less its fee, and what it cost is gone", paysAndReceives],
];

async function balances({ account, market }: CaseContext): Promise<void> {
  const found = await account.balances();
  for (const currency of [market.base, market.quote]) {
    const balance = found.find((each) => each.currency === currency);
    expect(parseAmount(balance?.free ?? "0") > 0n, currency).toBe(true);
    expect(sameAmount(balance?.used ?? "", "0"), currency).toBe(true);
  }
  expect(new Set(found.map((each) => each.currency)).size).toBe(found.length);
}

async function permissions({ account }: CaseContext): Promise<void> {
  expect((await account.permissions()).read).toBe(true);
}

async function badKey({ exchange, subject }: CaseContext): Promise<void> {
  if (!subject.badCredentials) return;
  await expectFailure(exchange.account(subject.badCredentials).balances(), "rejected", "badKey");
}

async function streamStarts({ account, subject }: CaseContext): Promise<void> {
  const sink = new RecordedOrders();
  const watch = await account.watch(sink);
  await eventually(subject, () => expect(sink.words[0]).toBe("resynced"));
  await watch.stop();
}

async function streamAgrees({ account, order, others, amount, subject, market }: CaseContext): Promise<void> {
  const sink = new RecordedOrders();
  const watch = await account.watch(sink);
  await eventually(subject, () => expect(sink.words[0]).toBe("resynced"));
  const rested = order("sell", 5, { amount: amount(2) });
  const canceled = order("buy", -10);
  await account.place(rested);
  await account.place(canceled);
  await others("buy", 5);
  // An order that comes at once may be filled at once.
  await eventually(subject, async () => {
    const half = await account.find(rested);
    expect(sameAmount(half?.filled ?? "0", amount())).toBe(true);
  });
  await account.cancel(canceled);
  await others("buy", 5);
  await eventually(subject, async () => {
    for (const { clientOrderId } of [rested, canceled]) {
      const polled = await account.find({ marketId: market.id, clientOrderId });
      const told = sink.orders.get(clientOrderId);
      expect(told?.state).toBe(polled?.state);
      expect(sameAmount(told?.filled ?? "-1", polled?.filled ?? "-2")).toBe(true);
      expect(polled?.state).not.toBe("open");
    }
    const fills = await account.fills(market.id, { limit: 10 });
    expect(fills).toHaveLength(2);
    expect(sink.fills.map((fill) => fill.id)).toEqual(fills.map((fill) => fill.id));
  });
  await watch.stop();
}

async function closedAccount({ account, exchange, order, subject }: CaseContext): Promise<void> {
  const sink = new RecordedOrders();
  await account.watch(sink);
  await eventually(subject, () => expect(sink.words[0]).toBe("resynced"));
  await account.close();
  const heard = sink.words.length;
  const again = exchange.account(subject.credentials);
  const wanted = order("buy", -10);
  await again.place(wanted);
  for (let look = 0; look < 5; look++) await subject.settle();
  expect(sink.words.length).toBe(heard);
  expect(await again.openOrders()).toHaveLength(1);
  await again.close();
}

async function paysAndReceives({ account, order, others, market, subject }: CaseContext): Promise<void> {
  const total = async (currency: string): Promise<bigint> => {
    const balance = (await account.balances()).find((each) => each.currency === currency);
    return parseAmount(balance?.free ?? "0") + parseAmount(balance?.used ?? "0");
  };
  const base = await total(market.base);
  const quote = await total(market.quote);
  const wanted = order("sell", 4);
  await account.place(wanted);
  await others("buy", 4);
  const report = await eventually(subject, async () => {
    const found = await account.find(wanted);
    expect(found?.state).toBe("filled");
    return found;
  });
  await eventually(subject, async () => expect(await total(market.base)).toBe(base - parseAmount(wanted.amount)));
  const gained = (await total(market.quote)) - quote;
  const cost = parseAmount(report?.cost ?? "0");
  const most = Math.max(market.makerFee, market.takerFee, 0);
  expect(gained <= cost).toBe(true);
  expect(Number(gained)).toBeGreaterThanOrEqual(Math.floor(Number(cost) * (1 - most)) - 2);
}

/** An order sink that keeps the last word on every order. */
export class RecordedOrders implements OrderSink {
  readonly words: string[] = [];
  readonly orders = new Map<string, OrderReport>();
  readonly fills: Fill[] = [];

  order(report: OrderReport): void {
    this.words.push(`order ${report.state}`);
    this.orders.set(report.clientOrderId, report);
  }

  fill(fill: Fill): void {
    this.words.push("fill");
    this.fills.push(fill);
  }

  resynced(): void {
    this.words.push("resynced");
  }
}
