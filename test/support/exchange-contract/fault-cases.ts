/** An exchange's promises when the line to it, or the exchange itself, fails. */
import { expect } from "vitest";
import { RecordedOrders } from "./account-cases.ts";
import { expectFailure, type CaseContext, type ContractCase, type Skip } from "./contract-case.ts";
import { pairs, RecordedMarket } from "./recorded-market.ts";
import { eventually, type ContractFaults } from "./subject.ts";

const can =
  (fault: keyof ContractFaults): Skip =>
  ({ faults }) =>
    !faults?.[fault] && `${fault} cannot be brought about there`;

export const faultCases: readonly ContractCase[] = [
  ["C70", "an order whose answer is lost is unknown, and is found by our id", lostAnswer, can("loseNextPlace")],
  ["C71", "an order that was lost on its way is unknown, and is not found", lostRequest, can("loseNextPlace")],
  ["C72", "a refusal for now is unavailable, and nothing has happened", refused, can("refuseNext")],
  ["C73", "after a broken stream the book is lost, and comes again", droppedStream, can("dropStreams")],
  ["C74", "after a gap the book is lost, and comes again", gap, can("skipBookChange")],
  ["C75", "after a broken stream orders are resynced", droppedOrders, can("dropStreams")],
  ["C77", "an order whose caller no longer wants it is withheld, and is not there", unwanted],
  ["C78", "an order whose time is over is withheld, and is not there", tooLate],
  ["C79", "an order within its terms is placed", withinTerms],
  ["C76", "a closed exchange says nothing more, and refuses every request", closedExchange],
];

async function lostAnswer({ account, order, market, subject }: CaseContext): Promise<void> {
  const wanted = order("buy", -10);
  subject.faults?.loseNextPlace?.("after");
  await expectFailure(account.place(wanted), "unknown");
  const found = await eventually(subject, async () => {
    const report = await account.find(wanted);
    expect(report).toBeDefined();
    return report;
  });
  expect(found).toMatchObject({ clientOrderId: wanted.clientOrderId, state: "open" });
  expect(await account.openOrders(market.id)).toHaveLength(1);
}

async function lostRequest({ account, order, subject }: CaseContext): Promise<void> {
  const wanted = order("buy", -10);
  subject.faults?.loseNextPlace?.("before");
  await expectFailure(account.place(wanted), "unknown");
  expect(await account.find(wanted)).toBeUndefined();
  expect(await account.openOrders()).toEqual([]);
}

async function refused({ account, order, subject }: CaseContext): Promise<void> {
  const wanted = order("buy", -10);
  subject.faults?.refuseNext?.();
  await expectFailure(account.place(wanted), "unavailable");
  const placed = await eventually(subject, () => account.place(wanted));
  expect(placed.state).toBe("open");
  expect(await account.openOrders()).toHaveLength(1);
}

async function droppedStream({ exchange, market, others, subject }: CaseContext): Promise<void> {
  const sink = new RecordedMarket();
  const watch = exchange.watch([market.id], sink);
  await eventually(subject, () => expect(sink.read(market.id, 1)).toBeDefined());
  await subject.faults?.dropStreams?.();
  await others("buy", -4);
  await eventually(subject, () => expect(sink.words).toContain(`${market.id} lost disconnected`));
  await expectSameBook({ exchange, market, subject }, sink);
  await watch.stop();
}

async function gap({ exchange, market, others, subject }: CaseContext): Promise<void> {
  const sink = new RecordedMarket();
  const watch = exchange.watch([market.id], sink);
  await eventually(subject, () => expect(sink.read(market.id, 1)).toBeDefined());
  await others("buy", -3);
  await eventually(subject, () => expect(sink.words).toContain(`${market.id} change`));
  subject.faults?.skipBookChange?.();
  await others("buy", -4);
  await subject.settle();
  await eventually(subject, async () => {
    if (!sink.words.some((word) => word.includes("lost"))) await others("buy", -5);
    expect(sink.words).toContain(`${market.id} lost gap`);
  });
  await expectSameBook({ exchange, market, subject }, sink);
  await watch.stop();
}

async function expectSameBook(
  { exchange, market, subject }: Pick<CaseContext, "exchange" | "market" | "subject">,
  sink: RecordedMarket,
): Promise<void> {
  await eventually(subject, async () => {
    const fresh = await exchange.book(market.id, 10);
    expect(sink.read(market.id, 10)).toEqual({ bids: pairs(fresh.bids), asks: pairs(fresh.asks) });
  });
}

async function droppedOrders({ account, order, exchange, subject }: CaseContext): Promise<void> {
  if (!exchange.has.orderStream) return;
  const sink = new RecordedOrders();
  const watch = await account.watch(sink);
  await eventually(subject, () => expect(sink.words).toEqual(["resynced"]));
  await subject.faults?.dropStreams?.();
  await eventually(subject, () => expect(sink.words.filter((word) => word === "resynced")).toHaveLength(2));
  const wanted = order("buy", -10);
  await account.place(wanted);
  await eventually(subject, () => expect(sink.orders.get(wanted.clientOrderId)?.state).toBe("open"));
  await watch.stop();
}

async function unwanted({ account, order }: CaseContext): Promise<void> {
  const wanted = order("buy", -10);
  await expectFailure(account.place(wanted, { mayStillSend: () => false }), "withheld", "stopped");
  expect(await account.find(wanted)).toBeUndefined();
  expect((await account.place(wanted)).state).toBe("open");
}

async function tooLate({ account, order }: CaseContext): Promise<void> {
  const wanted = order("buy", -10);
  await expectFailure(account.place(wanted, { notAfterMs: 1 }), "withheld", "late");
  expect(await account.find(wanted)).toBeUndefined();
}

async function withinTerms({ account, order }: CaseContext): Promise<void> {
  const terms = { notAfterMs: Date.now() + 3_600_000_000, mayStillSend: () => true };
  expect((await account.place(order("buy", -10), terms)).state).toBe("open");
}

async function closedExchange({ exchange, account, market, others, order, subject }: CaseContext): Promise<void> {
  const sink = new RecordedMarket();
  exchange.watch([market.id], sink);
  await eventually(subject, () => expect(sink.read(market.id, 1)).toBeDefined());
  await exchange.close();
  const heard = sink.words.length;
  await others("buy", -3);
  for (let look = 0; look < 5; look++) await subject.settle();
  expect(sink.words.length).toBe(heard);
  await expectFailure(account.place(order("buy", -10)), "unavailable");
  await expectFailure(exchange.book(market.id, 1), "unavailable");
}
