import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { EngineEvent } from "./core/commands.ts";
import { simulatedWorld } from "./simulated-world.ts";
import type { Venue } from "./venue.ts";

const START_MS = 1_760_000_000_000;

function world(seed = 1): Venue[] {
  return simulatedWorld({ seed, startMs: START_MS });
}

function advance(venues: readonly Venue[], toMs: number): void {
  for (const venue of venues) venue.advance(toMs);
}

describe("the simulated world", () => {
  test("has four venues that say what they are, with pairs of their own and in common", () => {
    const venues = world();
    expect(venues.map((venue) => venue.code)).toEqual(["simalpha", "simbeta", "simgamma", "simdelta"]);
    for (const { name, markets } of venues) {
      expect(name).toMatch(/\(simulated\)$/);
      expect(markets.length).toBeGreaterThanOrEqual(12);
      expect(markets.length).toBeLessThanOrEqual(30);
      expect(new Set(markets.map((market) => market.id)).size).toBe(markets.length);
      expect(markets.map((market) => market.id)).toContain("btcusdt");
    }
    expect(venues.filter(({ markets }) => markets.some((market) => market.id === "btceur"))).toHaveLength(2);
  });

  test("offers at least ten levels on both sides of every market at any time, never crossed", () => {
    const venues = world();
    for (let atMs = START_MS; atMs <= START_MS + 2 * MINUTE_MS; atMs += 10_000) {
      advance(venues, atMs);
      for (const venue of venues) {
        for (const { id } of venue.markets) {
          const { bids, asks } = venue.matching.book(id, 100);
          expect(Math.min(bids.length, asks.length), `${venue.code}-${id}`).toBeGreaterThanOrEqual(10);
          expect((bids[0]?.[0] ?? 0n) < (asks[0]?.[0] ?? 0n), `${venue.code}-${id}`).toBe(true);
        }
      }
    }
  });

  test("is the same for the same seed however it is advanced, and another for another", () => {
    const run = (seed: number, stepMs: number): EngineEvent[] => {
      const [venue] = world(seed);
      const told: EngineEvent[] = [];
      venue?.listen((events) => told.push(...events));
      for (let atMs = START_MS; atMs <= START_MS + 10_000; atMs += stepMs) venue?.advance(atMs);
      return told;
    };
    const once = run(1, 50);
    expect(once.length).toBeGreaterThan(1000);
    expect(run(1, 5000)).toEqual(once);
    expect(run(2, 50)).not.toEqual(once);
  });

  test("changes a busy pair five to twenty times a second", () => {
    const [venue] = world();
    let changes = 0;
    venue?.advance(START_MS);
    venue?.listen((events) => {
      changes += events.filter((event) => event.kind === "level" && event.marketId === "btcusdt").length;
    });
    venue?.advance(START_MS + MINUTE_MS);
    expect(changes / 60).toBeGreaterThan(5);
    expect(changes / 60).toBeLessThan(25);
  });

  test("lets spreads between venues open and close", () => {
    const venues = world();
    const crossed: boolean[] = [];
    for (let atMs = START_MS; atMs <= START_MS + 10 * MINUTE_MS; atMs += 1000) {
      advance(venues, atMs);
      const tops = venues.map((venue) => venue.matching.book("btcusdt", 1));
      const bid = Math.max(...tops.map(({ bids }) => Number(bids[0]?.[0] ?? 0)));
      const ask = Math.min(...tops.map(({ asks }) => Number(asks[0]?.[0] ?? Infinity)));
      crossed.push((bid - ask) / ask > 0.0008);
    }
    const turns = crossed.filter((now, index) => index > 0 && now !== crossed[index - 1]).length;
    expect(turns).toBeGreaterThan(5);
    expect(crossed.filter(Boolean).length).toBeGreaterThan(10);
    expect(crossed.filter(Boolean).length).toBeLessThan(crossed.length / 2);
  });

  test("keeps trades, and makes candles of exactly them", () => {
    const [venue] = world();
    venue?.advance(START_MS + 10 * MINUTE_MS);
    const trades = venue?.trades("btcusdt", 1000) ?? [];
    expect(trades.length).toBeGreaterThan(300);
    const firstMs = Math.ceil((trades[0]?.atMs ?? 0) / MINUTE_MS) * MINUTE_MS;
    const candles = venue?.candles("btcusdt", { interval: "1m", sinceMs: firstMs, limit: 3 }) ?? [];
    expect(candles).toHaveLength(3);
    for (const candle of candles) {
      const within = trades.filter(({ atMs }) => Math.floor(atMs / MINUTE_MS) * MINUTE_MS === candle.startMs);
      expect(candle.close).toBe(within.at(-1)?.price);
      expect(candle.high).toBe(Math.max(...within.map((trade) => trade.price)));
      expect(candle.low).toBe(Math.min(...within.map((trade) => trade.price)));
      expect(candle.volume).toBeCloseTo(
        within.reduce((sum, trade) => sum + trade.quantity, 0),
        9,
      );
    }
  });

  test("has a past that leads to the present, the same at every asking", () => {
    const [venue] = world();
    venue?.advance(START_MS + 3 * MINUTE_MS);
    const range = { interval: "1m", sinceMs: START_MS - 60 * MINUTE_MS, limit: 100 };
    const candles = venue?.candles("btcusdt", range) ?? [];
    expect(candles).toEqual(venue?.candles("btcusdt", range));
    expect(candles.length).toBeGreaterThanOrEqual(63);
    for (const [index, candle] of candles.entries()) {
      const before = candles[index - 1];
      if (!before) continue;
      expect(candle.startMs).toBe(before.startMs + MINUTE_MS);
      expect(Math.abs(candle.open / before.close - 1)).toBeLessThan(0.003);
    }
    const days = venue?.candles("btcusdt", { interval: "1d", sinceMs: START_MS - 300 * 86_400_000, limit: 1000 }) ?? [];
    expect(days).toHaveLength(300);
    expect(days.at(-1)?.close).toBe(candles.at(-1)?.close);
    expect(venue?.candles("btcusdt", { interval: "7m", sinceMs: 0, limit: 1 })).toBeUndefined();
  });

  test("goes on at once after its traders have slept", () => {
    const [venue] = world();
    venue?.advance(START_MS);
    venue?.skip(START_MS + 3_600_000);
    venue?.advance(START_MS + 3_600_000 + 1000);
    expect(venue?.nowMs).toBe(START_MS + 3_601_000);
    expect(venue?.trades("btcusdt", 1000).length).toBeLessThan(50);
    expect(venue?.matching.book("btcusdt", 20).bids.length).toBeGreaterThanOrEqual(10);
  });
});
