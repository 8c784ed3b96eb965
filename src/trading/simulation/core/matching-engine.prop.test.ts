import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMAND_MARKETS, firstDeposits, randomCommand } from "../../../../test/support/random-commands.ts";
import type { Command, EngineEvent, Matching } from "./commands.ts";
import { createMatching } from "./matching-engine.ts";
import { seededNumbers } from "./seeded-numbers.ts";

const ACCOUNTS = ["ann", "bob", "cid", "dot", "fees"];

/** Runs a crowd's commands and looks after each. */
function run(seed: number, look: (matching: Matching, command: Command, events: readonly EngineEvent[]) => void): void {
  const random = seededNumbers(seed);
  const matching = createMatching(COMMAND_MARKETS);
  for (const deposit of firstDeposits()) look(matching, deposit, matching.apply(deposit));
  for (let index = 0; index < 150; index++) {
    const command = randomCommand(random, index, matching);
    look(matching, command, matching.apply(command));
  }
}

function always(look: (matching: Matching, command: Command, events: readonly EngineEvent[]) => void): void {
  fc.assert(
    fc.property(fc.integer(), (seed) => run(seed, look)),
    { numRuns: 25 },
  );
}

describe("whatever a crowd sends", () => {
  test("no money comes or goes but by deposits", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const deposited = new Map<string, bigint>();
        run(seed, (matching, command) => {
          if (command.kind === "deposit") {
            deposited.set(command.currency, (deposited.get(command.currency) ?? 0n) + command.amount);
          }
          const there = new Map<string, bigint>();
          for (const account of ACCOUNTS) {
            for (const [currency, { free, held }] of matching.balances(account)) {
              there.set(currency, (there.get(currency) ?? 0n) + free + held);
            }
          }
          for (const [currency, amount] of deposited) expect(there.get(currency)).toBe(amount);
        });
      }),
      { numRuns: 25 },
    );
  });

  test("no balance is below zero", () => {
    always((matching) => {
      for (const account of ACCOUNTS) {
        for (const [, { free, held }] of matching.balances(account)) {
          expect(free >= 0n && held >= 0n).toBe(true);
        }
      }
    });
  });

  test("an account that is taken out and brought again is the same, and so are the books", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seededNumbers(seed);
        const matching = createMatching(COMMAND_MARKETS);
        for (const deposit of firstDeposits()) matching.apply(deposit);
        const marketIds = COMMAND_MARKETS.map(({ id }) => id);
        const closedOf = (account: string) => marketIds.flatMap((id) => matching.closedOrders(account, id, 1000));
        const state = (account: string) => ({
          balances: new Map([...matching.balances(account)].filter(([, { free, held }]) => free + held > 0n)),
          open: matching.openOrders(account).toSorted((one, two) => one.orderId - two.orderId),
          closed: closedOf(account).toSorted((one, two) => one.orderId - two.orderId),
          books: marketIds.map((id) => ({ ...matching.book(id, 1000), sequence: 0 })),
        });
        for (let index = 0; index < 150; index++) {
          matching.apply(randomCommand(random, index, matching));
          if (index % 30 !== 29) continue;
          for (const account of ["ann", "bob", "cid", "dot"]) {
            const before = state(account);
            const { orderId, tradeId } = matching.lastIds;
            matching.remove(account);
            expect(matching.openOrders(account)).toEqual([]);
            const balances = new Map([...before.balances].map(([currency, { free, held }]) => [currency, free + held]));
            const orders = [...before.closed, ...before.open];
            matching.restore({ account, balances, orders, lastOrderId: orderId, lastTradeId: tradeId }, index * 3);
            expect(state(account)).toEqual(before);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test("nothing is reserved for an account without open orders", () => {
    always((matching) => {
      for (const account of ACCOUNTS) {
        if (matching.openOrders(account).length > 0) continue;
        for (const [, { held }] of matching.balances(account)) expect(held).toBe(0n);
      }
    });
  });

  test("no book is crossed when it rests, and its levels are sorted and not empty", () => {
    always((matching) => {
      for (const { id } of COMMAND_MARKETS) {
        const { bids, asks } = matching.book(id, 1000);
        const [bid] = bids[0] ?? [];
        const [ask] = asks[0] ?? [];
        if (bid !== undefined && ask !== undefined) expect(bid < ask).toBe(true);
        for (const side of [bids.toReversed(), asks]) {
          for (const [index, [price, quantity]] of side.entries()) {
            expect(quantity > 0n).toBe(true);
            if (index > 0) expect(price > (side[index - 1]?.[0] ?? 0n)).toBe(true);
          }
        }
      }
    });
  });

  test("an order is never filled beyond its amount, and is filled exactly when all of it is", () => {
    always((_matching, _command, events) => {
      const orders = events.flatMap((event) =>
        event.kind === "order" ? [event.order] : event.kind === "trade" ? [event.taker, event.maker] : [],
      );
      for (const { amount, filled, state } of orders) {
        expect(filled <= amount).toBe(true);
        expect(state === "filled").toBe(filled === amount);
      }
    });
  });

  test("the changes of levels add up to the book", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const levels = new Map<string, bigint>();
        run(seed, (matching, _command, events) => {
          for (const event of events) {
            if (event.kind !== "level") continue;
            const key = `${event.marketId} ${event.side} ${event.price}`;
            if (event.quantity === 0n) levels.delete(key);
            else levels.set(key, event.quantity);
          }
          const shown = new Map<string, bigint>();
          for (const { id } of COMMAND_MARKETS) {
            const { bids, asks } = matching.book(id, 1000);
            for (const [price, quantity] of bids) shown.set(`${id} bid ${price}`, quantity);
            for (const [price, quantity] of asks) shown.set(`${id} ask ${price}`, quantity);
          }
          expect(levels).toEqual(shown);
        });
      }),
      { numRuns: 20 },
    );
  });

  test("each change of a level has the next number of its market", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const sequences = new Map<string, number>();
        run(seed, (_matching, _command, events) => {
          for (const event of events) {
            if (event.kind !== "level") continue;
            expect(event.sequence).toBe((sequences.get(event.marketId) ?? 0) + 1);
            sequences.set(event.marketId, event.sequence);
          }
        });
      }),
      { numRuns: 20 },
    );
  });
});
