import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invoicePayment } from "../../../../test/support/invoice-payment.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import {
  balanceGivenUp,
  commission,
  deposit,
  depositCorrection,
  leastShared,
  percentOf,
  referralShare,
  type EntryFacts,
} from "./entries.ts";
import { checkEntry, contentHash, type LedgerEntry } from "./entry.ts";
import { chargeOf, refundEntry } from "./refund.ts";

const at = 1_760_000_000_000_000 as Instant;
const amounts = fc.bigInt({ min: 1n, max: 10n ** 36n });
const facts: fc.Arbitrary<EntryFacts> = fc.record({
  reference: fc.string({ minLength: 1, maxLength: 200 }),
  ownerUid: fc.integer({ min: 1, max: 10 ** 9 }),
  currency: fc.constantFrom("USDT", "BTC", "1INCH"),
  amount: amounts,
  description: fc.string({ maxLength: 500 }),
  at: fc.constant(at),
});

const MAKERS: Record<string, (facts: EntryFacts) => LedgerEntry> = {
  commission: (each: EntryFacts) => commission(each, null),
  referralShare,
  deposit,
  depositCorrection,
  balanceGivenUp,
};

/** The effect of an entry on each account. */
function effect(entries: readonly LedgerEntry[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { account, amount } of entries.flatMap(({ postings }) => postings)) {
    sums[account] = (sums[account] ?? 0n) + amount;
  }
  return sums;
}

describe("every entry", () => {
  test.each(Object.entries(MAKERS))("balances and can be posted: %s", (_, make) => {
    fc.assert(fc.property(facts, (given) => checkEntry(make(given))));
  });

  test("whose sum is above or below zero is refused, before the database sees it", () => {
    fc.assert(
      fc.property(
        facts,
        fc.constantFrom(...Object.values(MAKERS)),
        fc.boolean(),
        amounts,
        (given, make, isAbove, by) => {
          const entry = make(given);
          const surplus = { account: "platform:rewards", currency: given.currency, amount: isAbove ? by : -by };
          const others = entry.postings.filter(({ account }) => account !== surplus.account);
          const rewards = entry.postings.find(({ account }) => account === surplus.account);
          const amount = surplus.amount + (rewards?.amount ?? 0n);
          fc.pre(amount !== 0n);
          const postings = [...others, { ...surplus, amount }];
          expect(() => checkEntry({ ...entry, postings })).toThrow("the postings of an entry cancel out");
        },
      ),
    );
  });

  test.each(Object.entries(MAKERS))("of nothing, or less, is a broken promise: %s", (_, make) => {
    fc.assert(
      fc.property(facts, amounts, (given, amount) => {
        expect(() => make({ ...given, amount: -amount })).toThrow("broken promise");
        expect(() => make({ ...given, amount: 0n })).toThrow("an entry moves more than nothing");
      }),
    );
  });

  test("has the same hash in any order of postings, and another when a posting, the owner or the type differs", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const made = deposit(given);
        const hash = contentHash(made).toString("hex");
        const others = [
          deposit({ ...given, amount: given.amount + 1n }),
          { ...made, ownerUid: given.ownerUid + 1 },
          { ...made, type: "article" as const },
          depositCorrection(given),
        ];
        expect(contentHash({ ...made, postings: made.postings.toReversed() }).toString("hex")).toBe(hash);
        for (const other of others) expect(contentHash(other).toString("hex")).not.toBe(hash);
      }),
    );
  });
});

describe("a refund", () => {
  const third = "platform:rewards";
  /** A charge that went to two accounts, in parts. */
  const charges = fc.tuple(facts, fc.bigInt({ min: 0n, max: 10n ** 36n })).map(([given, other]) => {
    const paid = invoicePayment({ ...given, type: "signal" });
    const share = other % given.amount;
    if (share === 0n) return paid;
    const { currency } = given;
    const postings = paid.postings.map((posting) =>
      posting.amount > 0n ? { ...posting, amount: posting.amount - share } : posting,
    );
    return { ...paid, postings: [...postings, { account: third, currency, amount: share }] };
  });

  test("in parts that add up to the whole leaves every account as it was", () => {
    fc.assert(
      fc.property(charges, fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 }), (charge, percents) => {
        const entries = [charge];
        let refunded = 0n;
        const total = chargeOf(charge)?.amount ?? 0n;
        const give = (amount: bigint | undefined): void => {
          const left = total - refunded;
          const refund = refundEntry({ ...charge, refunded }, { reference: "r", amount, description: "", at });
          checkEntry(refund);
          expect(effect([refund])[`user:${charge.ownerUid}`]).toBe(amount ?? left);
          entries.push(refund);
          refunded += amount ?? left;
        };
        for (const percent of percents) {
          const part = ((total - refunded) * BigInt(percent)) / 100n;
          if (part > 0n) give(part);
        }
        if (refunded < total) give(undefined);
        expect(Object.values(effect(entries)).every((sum) => sum === 0n)).toBe(true);
      }),
    );
  });

  test("gives back no more than is left, and no other entry than a charge", () => {
    fc.assert(
      fc.property(charges, amounts, (charge, more) => {
        const total = chargeOf(charge)?.amount ?? 0n;
        const ask = (amount: bigint, refunded: bigint) => () =>
          refundEntry({ ...charge, refunded }, { reference: "r", amount, description: "", at });
        expect(ask(total + more, 0n)).toThrow("at most what is left");
        expect(ask(1n, total)).toThrow("at most what is left");
        expect(ask(-more, 0n)).toThrow("at most what is left");
        expect(chargeOf({ ...charge, type: "deposit" })).toBeUndefined();
      }),
    );
    expect(chargeOf(deposit({ reference: "d", ownerUid: 1, currency: "BTC", amount: 1n, description: "", at }))).toBe(
      undefined,
    );
  });
});

describe("a percentage", () => {
  test("is never more than its share, and less by no more than a unit", () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, hundredths) => {
        const share = percentOf(amount, hundredths / 100);
        const exact = amount * BigInt(hundredths);
        expect(share * 10_000n <= exact && (share + 1n) * 10_000n > exact).toBe(true);
      }),
    );
  });

  test("is of a unit or more from the least amount on, and of nothing below it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (hundredths) => {
        const percent = hundredths / 100;
        const least = leastShared(percent) ?? 0n;
        expect([percentOf(least, percent) >= 1n, percentOf(least - 1n, percent)]).toEqual([true, 0n]);
      }),
    );
    expect(leastShared(0)).toBeUndefined();
  });
});
