import { describe, expect, test } from "vitest";
import { RateBudget } from "./rate-budget.ts";

const PATIENT = 3_600_000;
const ask = (cost: number, urgent = false, maxWaitMs = PATIENT) => ({ cost, urgent, maxWaitMs });

describe("a rate budget", () => {
  test("lets through what a second brings at once, and then four fifths of the published limit", () => {
    // 20 a second: 16 are used, of which 12.8 are for everybody.
    const budget = new RateBudget(20);
    const waits = Array.from({ length: 26 }, () => budget.take(ask(1), 0).waitMs);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(12);
    // The 26th of 12.8 a second, the first 12.8 of which were free.
    expect(waits.at(-1)).toBe(Math.ceil(((26 - 12.8) / 12.8) * 1000));
  });

  test("keeps a part for urgent requests when everybody else has to wait", () => {
    const budget = new RateBudget(20);
    for (let sent = 0; sent < 100; sent++) budget.take(ask(1), 0);
    expect(budget.take(ask(1), 0).waitMs).toBeGreaterThan(5000);
    expect(budget.take(ask(1, true), 0).waitMs).toBe(0);
  });

  test("serves urgent requests from everybody's part when theirs is used up", () => {
    const budget = new RateBudget(20);
    const waits = Array.from({ length: 15 }, () => budget.take(ask(1, true), 0).waitMs);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(15);
  });

  test("does not book what would have to wait for too long", () => {
    const budget = new RateBudget(10);
    budget.take(ask(6.4), 0);
    expect(budget.take(ask(6.4, false, 500), 0).waitMs).toBe(1000);
    expect(budget.take(ask(6.4, false, 500), 500).waitMs).toBe(500);
  });

  test("does not starve a dear request behind cheap ones", () => {
    const budget = new RateBudget(10);
    budget.take(ask(6), 0);
    const dear = budget.take(ask(20), 0).waitMs;
    expect(dear).toBeLessThan(1000);
    expect(budget.take(ask(1), 0).waitMs).toBeGreaterThan(dear);
  });

  test("sends nothing, not even what is urgent, before the end of a stop", () => {
    const budget = new RateBudget(20);
    budget.stop("banned", 60_000);
    budget.stop("rateLimited", 30_000);
    expect(budget.stopped(10_000)).toEqual({ reason: "banned", forMs: 50_000 });
    expect(budget.take(ask(1, true), 10_000).waitMs).toBe(50_000);
    expect(budget.stopped(60_000)).toBeUndefined();
    expect(budget.take(ask(1), 60_000).waitMs).toBe(0);
  });

  test("does not let loose after a stop what had gathered in it", () => {
    const budget = new RateBudget(20);
    budget.stop("rateLimited", 60_000);
    const waits = Array.from({ length: 40 }, () => budget.take(ask(1), 0).waitMs);
    expect(waits.filter((wait) => wait === 60_000)).toHaveLength(12);
    expect(waits.at(-1)).toBe(60_000 + Math.ceil(((40 - 12.8) / 12.8) * 1000));
  });

  test("a smaller share delays what was booked before, and a greater one comes without a burst", () => {
    // 10 units a second for everybody.
    const budget = new RateBudget(15.625);
    const places = Array.from({ length: 20 }, () => budget.take(ask(1), 0));
    expect(places.at(-1)?.leftMs(0)).toBe(1_000);
    budget.setShare(0.5, 0);
    expect(places.at(-1)?.leftMs(0)).toBe(2_000);
    budget.setShare(0, 0);
    expect(places.at(-1)?.leftMs(60_000)).toBe(Infinity);
    budget.setShare(0.5, 60_000);
    expect(places.at(-1)?.leftMs(60_000)).toBe(2_000);
    expect(places.at(-1)?.leftMs(62_000)).toBe(0);

    const rested = new RateBudget(15.625);
    rested.setShare(0.1, 0);
    rested.setShare(1, 60_000);
    const waits = Array.from({ length: 10 }, () => rested.take(ask(1), 60_000).waitMs);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  });

  test("a stop that comes later delays what was booked before", () => {
    const budget = new RateBudget(20);
    const place = budget.take(ask(1), 0);
    budget.stop("rateLimited", 5_000);
    expect([place.leftMs(0), place.leftMs(5_000)]).toEqual([5_000, 0]);
  });

  test("a limit learned from another process is not passed on", () => {
    const budget = new RateBudget(20);
    budget.noteStop("banned", 5_000);
    expect(budget.stopped(0)).toEqual({ reason: "banned", forMs: 5_000 });
    expect(budget.toldToStop(0)).toBeUndefined();
    budget.stop("rateLimited", 3_000);
    expect(budget.stopped(0)).toEqual({ reason: "banned", forMs: 5_000 });
    expect(budget.toldToStop(0)).toEqual({ reason: "rateLimited", forMs: 3_000 });
  });
});
