/** A stranger gets news once a pace, and what it follows costs no more than that, however often its market changes. */
import { expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { scriptedMarket } from "../../../test/support/scripted-market.ts";
import type { Caller } from "../caller.ts";
import type { Sink } from "./connection.ts";
import { Hub } from "./hub.ts";

const [A, B] = ["simalpha-btcusdt", "simbeta-btcusdt"];
const SPREAD = `spread/${A}+${B}`;
const CHANGES = 50;

/** A hub over a market that counts how often its prices are looked at, and connections that keep what they are sent. */
function world() {
  const clock = manualClock();
  const scripted = scriptedMarket();
  scripted.list(A, B);
  scripted.setTop(A, { bid: [1, 1], ask: [2, 1] });
  scripted.setTop(B, { bid: [1, 1], ask: [2, 1] });
  let looks = 0;
  const market = {
    ...scripted,
    top(listing: Parameters<typeof scripted.top>[0]) {
      looks++;
      return scripted.top(listing);
    },
  };
  const hub = new Hub({ market, tradeFlow: { on: () => () => undefined }, clock, publicPaceMs: 1_000 });
  hub.start();
  onTestFinished(() => hub.stop());
  const connect = () => {
    const sent: number[] = [];
    const sink: Sink = {
      isReady: () => true,
      send: (channel, _sequence, since) => void sent.push(JSON.parse(channel.data(since) ?? "{}").ask?.price),
      refuse: () => undefined,
      dismiss: () => undefined,
    };
    return { sent, connection: hub.connect(sink) };
  };
  const follow = (one: ReturnType<typeof connect>) => {
    void one.connection.follow(SPREAD);
    one.connection.pump();
  };
  /** Changes a price again and again, each time in a turn of its own. Answers how often it was looked at. */
  const change = async (first: number, times: number): Promise<number> => {
    const before = looks;
    for (let at = 0; at < times; at++) {
      scripted.setTop(A, { ask: [first + at, 1] });
      await turn();
    }
    return looks - before;
  };
  return { clock, connect, follow, change };
}

async function turn(): Promise<void> {
  for (let time = 0; time < 2; time++) await new Promise((resolve) => setImmediate(resolve));
}

test("what only strangers follow is looked at once a pace, and its last value arrives", async () => {
  const { clock, connect, follow, change } = world();
  const one = connect();
  follow(one);
  expect(one.sent).toEqual([2]);
  // Two prices for each look: at the first change, and at nothing until the pace is over.
  expect(await change(10, CHANGES)).toBe(2);
  expect(one.sent).toEqual([2, 10]);
  await clock.advance(1_200);
  await turn();
  expect(one.sent).toEqual([2, 10, 9 + CHANGES]);
});

test("a follower with a key gets each change at once, also of what strangers followed before, until it leaves", async () => {
  const { clock, connect, follow, change } = world();
  const [stranger, known] = [connect(), connect()];
  follow(stranger);
  await change(10, 3);
  known.connection.admit({ uid: 7 } as Caller);
  follow(known);
  await turn();
  expect(known.sent.at(-1)).toBe(12);
  await change(20, 3);
  expect(known.sent.slice(-3)).toEqual([20, 21, 22]);
  known.connection.close();
  await clock.advance(1_200);
  await turn();
  expect(stranger.sent.at(-1)).toBe(22);
  await change(30, 1);
  await clock.advance(1_200);
  expect(await change(40, CHANGES)).toBe(2);
});

test("a follower that shows a key later gets each change at once, and one that loses its rights does not", async () => {
  const { clock, connect, follow, change } = world();
  const one = connect();
  follow(one);
  await change(10, 3);
  one.connection.admit({ uid: 7 } as Caller);
  await turn();
  expect(one.sent.at(-1)).toBe(12);
  await change(20, 2);
  expect(one.sent.slice(-2)).toEqual([20, 21]);
  await one.connection.renew({ uid: 7, needsTwoFactor: true } as Caller);
  await clock.advance(1_200);
  await turn();
  expect(await change(30, CHANGES)).toBe(2);
  await one.connection.renew({ uid: 7 } as Caller);
  await turn();
  expect(one.sent.at(-1)).toBe(29 + CHANGES);
});

test("the first change after a quiet time is sent at once", async () => {
  const { clock, connect, follow, change } = world();
  const one = connect();
  follow(one);
  await clock.advance(5_500);
  await change(10, 1);
  expect(one.sent).toEqual([2, 10]);
});

test("a stranger that joins others gets what is true now", async () => {
  const { connect, follow, change } = world();
  const [first, second] = [connect(), connect()];
  follow(first);
  await change(10, 3);
  follow(second);
  await turn();
  expect(second.sent.at(-1)).toBe(12);
});
