/** Nothing is earned from nowhere: what trades earned follows from what was paid, received and is held. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { naiveResult } from "./position.naive.ts";
import { applyTrade, NO_POSITION, unrealizedOf, type Position, type ValuedTrade } from "./position.ts";

const units = fc.bigInt({ min: 1n, max: 10n ** 24n });
const small = fc.bigInt({ min: 1n, max: 20n });

/** A fee in the base currency, in another one, or none; each may be a rebate. */
const fees = fc.oneof(
  fc.constant({ feeAmount: 0n, fee: 0n }),
  fc.record({ feeAmount: fc.constant(0n), fee: fc.bigInt({ min: -1_000n, max: 10n ** 20n }) }),
  fc.record({ feeAmount: small, fee: small }),
  fc.record({ feeAmount: small.map((each) => -each), fee: small.map((each) => -each) }),
);

const trade: fc.Arbitrary<ValuedTrade> = fc
  .record({
    side: fc.constantFrom("buy" as const, "sell" as const),
    amount: fc.oneof(small, units),
    value: fc.oneof(fc.constant(0n), small, units),
    fees,
  })
  .map(({ fees: paid, ...facts }) => ({ ...facts, ...paid }));

const trades = fc.array(trade, { maxLength: 40 });

function run(all: readonly ValuedTrade[]): { position: Position; realized: bigint; fees: bigint } {
  let position = NO_POSITION;
  let [realized, paid] = [0n, 0n];
  for (const each of all) {
    const result = applyTrade(position, each);
    position = result.position;
    realized += result.realized;
    paid += result.fee;
  }
  return { position, realized, fees: paid };
}

/** Received less paid; a fee in the base currency moves no money. */
function cashOf(all: readonly ValuedTrade[]): bigint {
  return all.reduce((sum, { side, value, feeAmount, fee }) => {
    const traded = side === "buy" ? -value : value;
    return sum + traded - (feeAmount === 0n ? fee : 0n);
  }, 0n);
}

describe("the results of trades", () => {
  test("come to the money that moved and the value of what is held, at every rate and to the last unit", () => {
    fc.assert(
      fc.property(trades, units, (all, value) => {
        const { position, realized, fees: paid } = run(all);
        const held = position.amount === 0n ? 0n : value;
        expect(realized - paid + unrealizedOf(position, value)).toBe(cashOf(all) + held);
      }),
    );
  });

  test("hold exactly what was bought and not sold", () => {
    fc.assert(
      fc.property(trades, (all) => {
        const held = all.reduce(
          (sum, { side, amount, feeAmount }) => sum + (side === "buy" ? amount : -amount) - feeAmount,
          0n,
        );
        expect(run(all).position.amount).toBe(held);
      }),
    );
  });

  test("cost nothing where nothing is held, and have the sign of what is held", () => {
    fc.assert(
      fc.property(trades, (all) => {
        const { amount, cost } = run(all).position;
        if (amount === 0n) expect(cost).toBe(0n);
        else expect(cost === 0n || cost > 0n === amount > 0n).toBe(true);
      }),
    );
  });

  test("are those of the slow twin, but for one unit of rounding a trade", () => {
    fc.assert(
      fc.property(trades, (all) => {
        const { position, realized } = run(all);
        const twin = naiveResult(all);
        expect(position.amount).toBe(twin.amount);
        const difference = realized * twin.realized.bottom - twin.realized.top;
        const most = BigInt(all.length * 2 + 2) * twin.realized.bottom;
        expect(difference <= most && difference >= -most).toBe(true);
      }),
    );
  });
});

describe("a position", () => {
  const dollars = (amount: number): bigint => BigInt(amount) * 10n ** 18n;
  const plain = { feeAmount: 0n, fee: 0n };

  test("that is sold in parts earns the price less the average cost of each part", () => {
    const { position, realized } = run([
      { side: "buy", amount: 10n, value: dollars(100), ...plain },
      { side: "buy", amount: 10n, value: dollars(300), ...plain },
      { side: "sell", amount: 5n, value: dollars(150), ...plain },
    ]);
    expect(position).toEqual({ amount: 15n, cost: dollars(300) });
    expect(realized).toBe(dollars(50));
  });

  test("that is sold beyond what is held is owed, and earns when it is bought back for less", () => {
    const first = run([
      { side: "buy", amount: 10n, value: dollars(100), ...plain },
      { side: "sell", amount: 30n, value: dollars(600), ...plain },
    ]);
    expect(first).toMatchObject({ position: { amount: -20n, cost: -dollars(400) }, realized: dollars(100) });
    const closed = applyTrade(first.position, { side: "buy", amount: 20n, value: dollars(300), ...plain });
    expect(closed).toMatchObject({ position: NO_POSITION, realized: dollars(100), isClosing: true });
  });

  test("pays a fee in its own currency out of what is held", () => {
    const { position, realized, fee } = applyTrade(NO_POSITION, {
      side: "buy",
      amount: 1_000n,
      value: dollars(1_000),
      feeAmount: 1n,
      fee: dollars(1),
    });
    expect(position).toEqual({ amount: 999n, cost: dollars(999) });
    expect({ realized, fee }).toEqual({ realized: 0n, fee: dollars(1) });
  });
});
