/** The stream of an account comes back where the exchange leaves a question unanswered, on a connection that lives on. */
import { expect, onTestFinished, test } from "vitest";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import { RecordedOrders } from "../../../../test/support/exchange-contract/account-cases.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { Greetings } from "./greetings.ts";

const ORDER = { marketId: "btcusdt", side: "buy", type: "limit", amount: "0.01", price: "30000" } as const;

async function streamWorld() {
  const clock = manualClock();
  // The clock of the test runs far ahead of the machine's. Nothing is compared with it here.
  const world = await ccxtWorld({ clock, has: { fetchTime: false }, graceMs: Number.POSITIVE_INFINITY });
  onTestFinished(() => world.close());
  const account = world.exchange.account(CREDENTIALS);
  const sink = new RecordedOrders();
  let orders = 0;
  return {
    clock,
    account,
    sink,
    faults: world.loopback.faults,
    place: () => account.place({ ...ORDER, clientOrderId: `order${String(++orders)}` }),
    /** Lets time pass until it is so. */
    passUntil: (check: () => void, stepMs = 200) =>
      waitUntil(async () => {
        await clock.advance(stepMs);
        check();
      }),
    looks: () => sink.words.filter((word) => word === "resynced").length,
  };
}

test("a login that the exchange does not answer is repeated", async () => {
  const { account, sink, faults, place, passUntil, looks } = await streamWorld();
  faults.lostReplies = 1;
  const watch = await account.watch(sink);
  await passUntil(() => expect(faults.lostReplies).toBe(0));
  await passUntil(() => expect(looks()).toBe(1), 1_000);
  await place();
  await passUntil(() => expect(sink.orders.get("order1")?.state).toBe("open"));
  await watch.stop();
});

test("a stream that tells nothing of an order is opened again, and everything is looked up", async () => {
  const { clock, account, sink, faults, place, passUntil, looks } = await streamWorld();
  const watch = await account.watch(sink);
  await passUntil(() => expect(looks()).toBe(1));
  await place();
  await passUntil(() => expect(sink.orders.get("order1")?.state).toBe("open"));
  faults.lostUserEvents = Number.POSITIVE_INFINITY;
  await place();
  await passUntil(() => expect(looks()).toBe(2), 1_000);
  // Where it tells nothing either, that costs ever fewer connections.
  await place();
  await clock.advance(50_000);
  expect(looks()).toBe(2);
  await passUntil(() => expect(looks()).toBe(3), 1_000);
  faults.lostUserEvents = 0;
  await place();
  await passUntil(() => expect(sink.orders.get("order4")?.state).toBe("open"));
  await watch.stop();
});

test("a stream that is quiet because nothing happens stays open, and so does one that tells of orders", async () => {
  const { clock, account, sink, place, passUntil, looks } = await streamWorld();
  const watch = await account.watch(sink);
  await passUntil(() => expect(looks()).toBe(1));
  await clock.advance(5 * MINUTE_MS);
  await place();
  await passUntil(() => expect(sink.orders.get("order1")?.state).toBe("open"));
  await clock.advance(5 * MINUTE_MS);
  expect(looks()).toBe(1);
  await watch.stop();
});

test("a login counts as answered also where the library leaves its promise beside the open ones", async () => {
  const greetings = new Greetings();
  const open = new Promise(() => {});
  let answer: (told: boolean) => void = () => {};
  const login = new Promise<boolean>((resolve) => (answer = resolve));
  const client = { isConnected: true, futures: { authenticated: login, orders: open } };
  const looks = async (): Promise<boolean> => {
    greetings.isAnswered(client);
    await Promise.resolve();
    return greetings.isAnswered(client);
  };
  expect(await looks()).toBe(false);
  answer(true);
  await login;
  expect(await looks()).toBe(true);
  expect(greetings.isAnswered({ isConnected: true, futures: { authenticated: login } })).toBe(false);
});
