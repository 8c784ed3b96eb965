/** An order leaves within its caller's terms, or it provably does not leave. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ANSWERS } from "../../../../test/support/binance-loopback/faults.ts";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import type { CcxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import type { ManualClock } from "../../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { ExchangeAccount, NewOrder } from "../port.ts";

const ORDER = "/api/v3/order";
const BOOK = "/api/v3/depth";
let placed = 0;
const order = (): NewOrder => ({
  marketId: "btcusdt",
  clientOrderId: `terms${String(++placed)}`,
  side: "buy",
  type: "limit",
  amount: "0.01",
  price: "50000",
});

let clock: ManualClock;
let world: CcxtWorld;
let account: ExchangeAccount;
const orders = () => world.loopback.requests.filter(({ method, path }) => method === "POST" && path === ORDER);

/** Lets time pass while an answer is on its way. */
async function passing<T>(request: Promise<T>): Promise<T> {
  let isDone = false;
  const done = request.finally(() => (isDone = true));
  done.catch(() => {});
  await waitUntil(async () => {
    await clock.advance(50);
    expect(isDone).toBe(true);
  });
  return await done;
}

afterEach(() => world.close());

describe("with a rate budget of 20 units a second", () => {
  beforeEach(async () => {
    clock = manualClock();
    world = await ccxtWorld({ clock, unitsPerSecond: 20 });
    account = world.exchange.account(CREDENTIALS);
    await passing(account.balances());
    await clock.advance(60_000);
  });

  /** Takes places in the budget, so that the next request waits for about a second and a half. */
  async function crowd(): Promise<void> {
    for (let request = 0; request < 30; request++) world.exchange.book("btcusdt", 5).catch(() => {});
    await waitUntil(() => expect(world.loopback.requests.some(({ path }) => path === BOOK)).toBe(true));
  }

  test("an order that would wait beyond its time is refused at once, and is never sent", async () => {
    await crowd();
    const late = account.place(order(), { notAfterMs: toMillis(clock.now()) + 500 });
    await expect(late).rejects.toMatchObject({ kind: "unavailable", reason: "rateLimited" });
    await clock.advance(10_000);
    expect(orders()).toEqual([]);
  });

  test("an order that is no longer wanted when its place in the budget has come is not sent", async () => {
    await crowd();
    let isWanted = true;
    let written = 0;
    const unwanted = account.place(order(), { mayStillSend: () => isWanted, onWrite: () => written++ });
    unwanted.catch(() => {});
    await clock.advance(1);
    isWanted = false;
    await expect(passing(unwanted)).rejects.toMatchObject({ kind: "withheld", reason: "stopped" });
    expect(orders()).toEqual([]);
    expect(written).toBe(0);
  });
});

describe("over a line that is free", () => {
  beforeEach(async () => {
    world = await ccxtWorld();
    account = world.exchange.account(CREDENTIALS);
  });

  test("an order that became unwanted while its connection was opened is not sent", async () => {
    let asked = 0;
    // The account has no connection yet. The first question comes before one is opened.
    const mayStillSend = (): boolean => {
      let answer = true;
      if (++asked > 1) answer = Date.now() < unwantedFromMs;
      else setImmediate(() => (unwantedFromMs = 0));
      return answer;
    };
    let unwantedFromMs = Number.POSITIVE_INFINITY;
    let written = 0;
    const onWrite = (): void => void written++;
    await expect(account.place(order(), { mayStillSend, onWrite })).rejects.toMatchObject({ kind: "withheld" });
    expect(asked).toBeGreaterThan(1);
    expect(orders()).toEqual([]);
    expect(written).toBe(0);
  });

  test("an order that is written is told as written before its answer, also when the answer is lost", async () => {
    const seen: number[] = [];
    const onWrite = (): void => void seen.push(orders().length);
    await account.place(order(), { onWrite });
    expect(seen[0]).toBe(0);
    world.loopback.faults.plan({ method: "POST", path: ORDER, fault: { kind: "lost", when: "after", how: "close" } });
    seen.length = 0;
    await expect(account.place(order(), { onWrite })).rejects.toMatchObject({ kind: "unknown" });
    expect(seen[0]).toBe(1);
  });

  test("a question that fails is a no", async () => {
    const mayStillSend = (): boolean => {
      throw new Error("the fence is gone");
    };
    await expect(account.place(order(), { mayStillSend })).rejects.toMatchObject({ kind: "withheld" });
    expect(orders()).toEqual([]);
  });

  test("an order whose connection is refused did not leave, and is no unknown one", async () => {
    await account.balances();
    const unreachable = await world.connect();
    const other = unreachable.account(CREDENTIALS);
    await other.balances();
    await world.loopback.close();
    await expect(other.place(order())).rejects.toMatchObject({ kind: "unavailable", reason: "network" });
  });

  test("the exchange is told until when the order may arrive, and refuses it later", async () => {
    await account.balances();
    await account.place(order(), { notAfterMs: Date.now() + 4_500 });
    const [first] = orders();
    const window = Number(first?.parameters["recvWindow"]);
    expect(window).toBeGreaterThan(0);
    expect(window).toBeLessThanOrEqual(4_500);
    await account.place(order(), { notAfterMs: Date.now() + 60_000 });
    await account.place(order());
    expect(
      orders()
        .slice(1)
        .map(({ parameters }) => parameters["recvWindow"]),
    ).toEqual(["5000", "5000"]);
    world.loopback.faults.plan({ method: "POST", path: ORDER, fault: { kind: "delay", ms: 1_300 } });
    // It leaves in time also on a busy machine, and arrives too late.
    const slow = account.place(order(), { notAfterMs: Date.now() + 1_000 });
    await expect(slow).rejects.toMatchObject({ kind: expect.stringMatching(/withheld|unavailable/) });
    expect(orders().map(({ status }) => status)).toEqual([200, 200, 200, 400]);
    expect(await account.openOrders()).toHaveLength(3);
  });

  test("an order that was refused for its time is not sent again after its own time", async () => {
    await account.balances();
    world.loopback.faults.plan({ method: "POST", path: ORDER, fault: ANSWERS.clockAhead });
    let asked = 0;
    const wanted = (): boolean => orders().length === 0 || ++asked < 0;
    // Not `withheld`: it has left once, and the exchange has refused it.
    const refused = { kind: "unavailable", reason: "clock" };
    await expect(account.place(order(), { mayStillSend: wanted })).rejects.toMatchObject(refused);
    expect(orders()).toHaveLength(1);
  });
});
