import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_PRICE_ATTEMPTS, nextLegStep, type FailedLeg } from "./failed-leg.ts";
import { checkGates, GATES, planSlice, sendTimes, type RowPlan, type SliceFacts } from "./slice.ts";
import { fullBucket, takeTokens } from "./token-bucket.ts";

const OPEN: SliceFacts = {
  nowMs: 100_000,
  mayFire: true,
  haltedWhy: undefined,
  heldWhy: undefined,
  startedMs: 0,
  maximumMs: 1_000_000,
  counts: { successful: 3, canceled: 1 },
  open: 0,
  maximumSuccessful: 0,
  maximumCanceled: 0,
  lastSliceMs: 90_000,
  sliceDelayMs: 10_000,
  unresolvedWhy: undefined,
  bookProblem: undefined,
};

describe("the gates of a slice", () => {
  test.each<[Partial<SliceFacts>, unknown]>([
    [{}, { kind: "open" }],
    [{ lastSliceMs: undefined }, { kind: "open" }],
    [{ mayFire: false }, { kind: "closed", gate: "not_running", why: "" }],
    [{ haltedWhy: "stop" }, { kind: "closed", gate: "halted", why: "stop" }],
    [{ heldWhy: "no plan" }, { kind: "closed", gate: "plan", why: "no plan" }],
    [{ maximumMs: 100_000 }, { kind: "end", gate: "duration_over" }],
    // A plan without time of its own: drivetime goes on from here.
    [{ maximumMs: 0 }, { kind: "end", gate: "duration_over" }],
    [{ maximumMs: 100_001 }, { kind: "open" }],
    [{ maximumSuccessful: 3 }, { kind: "end", gate: "maximum_reached" }],
    [{ maximumCanceled: 1 }, { kind: "end", gate: "maximum_reached" }],
    [{ maximumSuccessful: 5, open: 1 }, { kind: "open" }],
    [
      { maximumSuccessful: 5, open: 2 },
      { kind: "closed", gate: "maximum_reached", why: "2 orders are open" },
    ],
    [{ maximumCanceled: 2 }, { kind: "open" }],
    [{ lastSliceMs: 90_001 }, { kind: "closed", gate: "slice_delay", why: "1 ms are left" }],
    [{ unresolvedWhy: "order 7" }, { kind: "closed", gate: "unresolved_order", why: "order 7" }],
    [{ bookProblem: "book_too_old" }, { kind: "closed", gate: "book", why: "book_too_old" }],
  ])("%j is %j", (facts, verdict) => {
    expect(checkGates({ ...OPEN, ...facts })).toEqual(verdict);
  });

  test("are asked in their order", () => {
    const all: Partial<SliceFacts>[] = [
      { mayFire: false },
      { haltedWhy: "stop" },
      { heldWhy: "no plan" },
      { maximumMs: 1 },
      { maximumSuccessful: 1 },
      { sliceDelayMs: 99_999 },
      { unresolvedWhy: "order 7" },
      { bookProblem: "no_book" },
    ];
    for (let from = 0; from < all.length; from++) {
      const verdict = checkGates(Object.assign({}, OPEN, ...all.slice(from)) as SliceFacts);
      expect(verdict).toMatchObject({ gate: GATES[from] });
    }
  });
});

describe("the rows of a slice", () => {
  const terms = { perSecond: 1, rows: 2 };
  const bucket = fullBucket(terms, 0);
  const order: RowPlan<string> = { kind: "order", child: "c" };
  const plan = (...rows: RowPlan<string>[]) =>
    planSlice(
      rows.map((each, row) => ({ row, plan: each })),
      bucket,
      terms,
      0,
    );

  test("are sent together, for a token each", () => {
    expect(plan(order, order)).toEqual({
      kind: "fire",
      children: [
        { row: 0, child: "c" },
        { row: 1, child: "c" },
      ],
      bucket: { thousandths: 0, atMs: 0 },
    });
  });

  test.each<[string, RowPlan<string>, string]>([
    ["is refused", { kind: "refused", why: "below_minimum" }, "below_minimum"],
    ["waits for what rests", { kind: "wait" }, "wait"],
  ])("are none of them sent where one %s", (_, bad, why) => {
    expect(plan(order, bad)).toEqual({ kind: "hold", reasons: [{ row: 1, why }], waitMs: undefined });
  });

  test("go on where one has ended, and end with the last", () => {
    expect(plan(order, { kind: "ended", dust: 1n })).toMatchObject({ kind: "fire", children: [{ row: 0 }] });
    expect(plan({ kind: "ended", dust: 1n }, { kind: "ended", dust: 0n })).toEqual({ kind: "end" });
  });

  test("go on where one is idle, and wait where no other sends anything", () => {
    const idle: RowPlan<string> = { kind: "idle", why: "nothing_to_reduce" };
    expect(plan(order, idle)).toMatchObject({ kind: "fire", children: [{ row: 0 }] });
    const reasons = [{ row: 1, why: "nothing_to_reduce" }];
    expect(plan({ kind: "ended", dust: 0n }, idle)).toEqual({ kind: "hold", reasons, waitMs: undefined });
  });

  test("wait for tokens", () => {
    const empty = { thousandths: 500, atMs: 0 };
    const held = planSlice(
      [
        { row: 0, plan: order },
        { row: 1, plan: order },
      ],
      empty,
      terms,
      0,
    );
    expect(held).toMatchObject({ kind: "hold", waitMs: 1500 });
  });

  test("follow one another by their delays", () => {
    const rows = [
      { delayMs: 100, randomMs: 0 },
      { delayMs: 0, randomMs: 9 },
      { delayMs: 5, randomMs: 5 },
    ];
    expect(sendTimes(rows, [0.9, 0.99, 0.5])).toEqual([0, 100, 109]);
    expect(
      sendTimes(
        [
          { delayMs: 0, randomMs: 0 },
          { delayMs: 0, randomMs: 0 },
        ],
        [],
      ),
    ).toEqual([0, 0]);
  });
});

describe("orders per second", () => {
  test("let a slice of more rows than that pass", () => {
    const terms = { perSecond: 1, rows: 4 };
    expect(takeTokens(fullBucket(terms, 0), 4, terms, 0)).toEqual({ bucket: { thousandths: 0, atMs: 0 } });
    expect(takeTokens(fullBucket(terms, 0), 5, terms, 0)).toEqual({ waitMs: undefined });
    expect(takeTokens(fullBucket({ perSecond: 0, rows: 4 }, 0), 1, { perSecond: 0, rows: 4 }, 9e9)).toEqual({
      waitMs: undefined,
    });
  });

  test("are never exceeded over time, beyond what the bucket holds", () => {
    const asked = fc.array(fc.tuple(fc.nat(3000), fc.integer({ min: 1, max: 3 })), { maxLength: 60 });
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 5 }), (all, perSecond) => {
        const terms = { perSecond, rows: 3 };
        let bucket = fullBucket(terms, 0);
        let [nowMs, sent] = [0, 0];
        for (const [wait, count] of all) {
          nowMs += wait;
          const taken = takeTokens(bucket, count, terms, nowMs);
          if ("bucket" in taken) [bucket, sent] = [taken.bucket, sent + count];
          else expect("bucket" in takeTokens(bucket, count, terms, nowMs + (taken.waitMs ?? Number.NaN))).toBe(true);
          expect(sent).toBeLessThanOrEqual(Math.max(perSecond, 3) + (nowMs * perSecond) / 1000 + 1e-6);
        }
      }),
    );
  });
});

describe("a failed leg", () => {
  const leg: FailedLeg = {
    side: "buy",
    firstPrice: 100n,
    toleranceMaximum: 30n,
    mayUseMarket: true,
    atTheEnd: "unwind",
    attempts: { first: 1, price: 0, market: 0, unwind: 0 },
    deferred: 0,
    isGivenUp: false,
    isUnresolved: false,
    isTradable: true,
  };

  function steps(start: FailedLeg): unknown[] {
    const attempts = { ...start.attempts };
    const all: unknown[] = [];
    for (let turn = 0; turn < 20; turn++) {
      const step = nextLegStep({ ...start, attempts });
      all.push(step.kind === "retry" ? step.price : step.kind);
      if (step.kind === "pause" || step.kind === "wait" || step.kind === "carry_over") return all;
      expect(step.attempt).toBe(turn + 1);
      if (step.kind === "again") attempts.first++;
      else attempts[step.kind === "retry" ? "price" : step.kind]++;
    }
    throw new Error("it never ends");
  }

  test.each<[string, Partial<FailedLeg>, unknown[]]>([
    [
      "is tried at moved prices, then at the market, then traded back, then held",
      {},
      [110n, 120n, 130n, "market", "unwind", "pause"],
    ],
    ["of a sell moves down", { side: "sell", mayUseMarket: false, atTheEnd: "hold" }, [90n, 80n, 70n, "pause"]],
    ["without a tolerance does not move", { toleranceMaximum: 0n, atTheEnd: "hold" }, ["market", "pause"]],
    ["with nothing allowed pauses at once", { toleranceMaximum: 0n, mayUseMarket: false, atTheEnd: "hold" }, ["pause"]],
    ["that was given up is traded back, then held", { isGivenUp: true }, ["unwind", "pause"]],
    ["that was given up is held where the profile says so", { isGivenUp: true, atTheEnd: "hold" }, ["pause"]],
    ["of which an order is unknown waits", { isUnresolved: true }, ["wait"]],
    ["that is too small to trade is carried over", { isTradable: false }, ["carry_over"]],
  ])("%s", (_, more, expected) => {
    expect(steps({ ...leg, ...more })).toEqual(expected);
    expect(MAX_PRICE_ATTEMPTS).toBe(3);
  });
});
