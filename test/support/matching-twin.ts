/** Gives the matching engine and its slow twin the same commands and says where they part. */
import { isDeepStrictEqual } from "node:util";
import type { Command, EngineEvent, Matching } from "../../src/trading/simulation/core/commands.ts";
import { createNaiveMatching } from "../../src/trading/simulation/core/matching-engine.naive.ts";
import { createMatching } from "../../src/trading/simulation/core/matching-engine.ts";
import { seededNumbers } from "../../src/trading/simulation/core/seeded-numbers.ts";
import { COMMAND_MARKETS, firstDeposits, randomCommand } from "./random-commands.ts";

export interface TwinRun {
  /** The first command that they did differently; undefined when there is none. */
  readonly difference:
    | { readonly index: number; readonly command: Command; readonly fast: unknown; readonly naive: unknown }
    | undefined;
  /** How often each kind of event happened, and each reason of a refusal: a run that refuses everything proves little. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Everything that can be asked is compared every so many commands; events always. */
const LOOK_EVERY = 500;
const ACCOUNTS = ["ann", "bob", "cid", "dot", "fees"];

export function compareWithTwin(seed: number, commands: number): TwinRun {
  const random = seededNumbers(seed);
  const fast = createMatching(COMMAND_MARKETS);
  const naive = createNaiveMatching(COMMAND_MARKETS);
  const counts: Record<string, number> = {};
  for (const deposit of firstDeposits()) {
    fast.apply(deposit);
    naive.apply(deposit);
  }
  for (let index = 0; index < commands; index++) {
    const command = randomCommand(random, index, fast);
    const told = fast.apply(command);
    const expected = naive.apply(command);
    if (!isDeepStrictEqual(told, expected))
      return { difference: { index, command, fast: told, naive: expected }, counts };
    count(told, counts);
    if (index % LOOK_EVERY !== 0) continue;
    const shown = everything(fast);
    const wanted = everything(naive);
    if (!isDeepStrictEqual(shown, wanted))
      return { difference: { index, command, fast: shown, naive: wanted }, counts };
  }
  return { difference: undefined, counts };
}

function everything(matching: Matching): unknown {
  return {
    books: COMMAND_MARKETS.map(({ id }) => matching.book(id, 20)),
    accounts: ACCOUNTS.map((account) => ({
      balances: [...matching.balances(account)]
        .filter(([, { free, held }]) => free + held > 0n)
        .sort(([one], [two]) => one.localeCompare(two)),
      open: matching.openOrders(account),
      found: matching
        .openOrders(account)
        .slice(0, 2)
        .map(({ marketId, orderId }) => matching.order(account, marketId, { orderId })),
      closed: COMMAND_MARKETS.map(({ id }) => matching.closedOrders(account, id, 50)),
    })),
  };
}

function count(events: readonly EngineEvent[], counts: Record<string, number>): void {
  for (const event of events) {
    const kind = event.kind === "rejected" ? event.reason : event.kind === "order" ? event.order.state : event.kind;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
}
