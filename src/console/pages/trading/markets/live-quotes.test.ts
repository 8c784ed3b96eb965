import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChannelBudget } from "./channel-budget.ts";
import { LiveQuotes, type Follow } from "./live-quotes.ts";

const AT_MS = Date.parse("2026-03-01T12:00:00Z");

beforeEach(() => vi.useFakeTimers({ now: AT_MS }));
afterEach(() => vi.useRealTimers());

/** A socket that remembers what is followed. */
function socket() {
  const followed = new Map<string, Parameters<Follow>>();
  const follow: Follow = (...call) => {
    followed.set(call[0], call);
    return () => followed.delete(call[0]);
  };
  return { followed, quotes: new LiveQuotes(follow, new ChannelBudget(AT_MS)) };
}

function spread(code: string, ms: number) {
  const combination = `${code}+${code}`;
  const [ask, bid] = [
    { price: 101, qty: 1, time: ms - 5_000 },
    { price: 100, qty: 1, time: ms - 3_000 },
  ];
  const channel = `spread/${combination}` as const;
  return { channel, seq: 1, ms, data: { combination, price: 1, ratio: 1.01, ask, bid } };
}

test("markets are followed while their rows are in view, and have no price afterwards", () => {
  const { followed, quotes } = socket();
  quotes.start();
  quotes.setInView("a-btcusdt", true);
  vi.advanceTimersByTime(1_000);
  // The clock of the server is two hours off; the age does not show it.
  followed.get("spread/a-btcusdt+a-btcusdt")?.[1](spread("a-btcusdt", AT_MS + 7_200_000));
  vi.advanceTimersByTime(100);
  const { quote, ageSeconds } = quotes.market("a-btcusdt");
  expect(quote.value).toMatchObject({ state: "live", ask: 101, bid: 100 });
  expect(ageSeconds.value).toBe(3);
  vi.advanceTimersByTime(4_000);
  expect(ageSeconds.value).toBeGreaterThanOrEqual(6);
  quotes.setInView("a-btcusdt", false);
  vi.advanceTimersByTime(1_000);
  expect([...followed.keys()]).toEqual([]);
  expect(quote.value).toBeUndefined();
});

test("a market without a usable price loses the price that it had", () => {
  const { followed, quotes } = socket();
  quotes.start();
  quotes.setInView("a-btcusdt", true);
  vi.advanceTimersByTime(1_000);
  const heard = followed.get("spread/a-btcusdt+a-btcusdt")?.[1];
  heard?.(spread("a-btcusdt", AT_MS));
  heard?.({ channel: "spread/a-btcusdt+a-btcusdt", seq: 2, ms: AT_MS, data: null, state: "stale" });
  vi.advanceTimersByTime(100);
  expect(quotes.market("a-btcusdt").quote.value).toEqual({ state: "stale" });
});

test("a long way through a list does not send more than the socket takes", () => {
  const { followed } = socket();
  let changes = 0;
  const counted = new LiveQuotes((name) => {
    changes++;
    followed.set(name, undefined as never);
    return () => {
      changes++;
      followed.delete(name);
    };
  }, new ChannelBudget(AT_MS));

  counted.start();
  for (let at = 0; at < 5_000; at += 50) {
    for (let row = at; row < at + 50; row++) counted.setInView(`a-pair${row}`, true);
    for (let row = at - 50; row >= 0 && row < at; row++) counted.setInView(`a-pair${row}`, false);
    vi.advanceTimersByTime(300);
  }
  // 30 seconds: 1,000 at once and 50 a second are allowed.
  expect(changes).toBeLessThan(1_000 + 30 * 50);
  vi.advanceTimersByTime(60_000);
  expect([...followed.keys()]).toHaveLength(50);
  expect(followed.has("spread/a-pair4999+a-pair4999")).toBe(true);
  counted.stop();
  expect(followed.size).toBe(0);
});
